# hub-conformance in a container: docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" IMAGE --target https://hub.example.com
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp

FROM node:22-slim AS install
WORKDIR /opt/hub-conformance
COPY package.json package-lock.json .npmrc ./
# What runs is what the lock file names, and what was packed.
RUN npm ci --omit=dev --omit=peer --ignore-scripts
COPY --from=build /tmp/hub-conformance-*.tgz /tmp/package.tgz
RUN tar -xzf /tmp/package.tgz --strip-components=1 -C /opt/hub-conformance

FROM node:22-slim
COPY --from=install /opt/hub-conformance /opt/hub-conformance
RUN ln -s /opt/hub-conformance/dist/bin/hub-conformance.js /usr/local/bin/hub-conformance \
  && chmod 755 /opt/hub-conformance/dist/bin/hub-conformance.js \
  && install -d -o node -g node /work
WORKDIR /work
USER node
ENTRYPOINT ["hub-conformance"]
CMD ["--help"]
