import { optionTable } from '../options/table.ts'
import { scanMeanings } from '../scan/options.ts'
import type { Command } from './command.ts'

/** Every command, in the order of the help; the first is run where none is named. What it does is loaded when it is run. */
export const commands: readonly [Command, ...Command[]] = [
  {
    name: 'run',
    describe: 'Test a hub.',
    examples: [
      ['hub-conformance --target reference', 'test the built-in hub'],
      ['hub-conformance --target http://localhost:8080 --allow-writes', 'test a local hub completely'],
      ['hub-conformance --target http://localhost:8080 --watch', 'run again whenever the hub restarts'],
      [
        'hub-conformance --target https://hub.example.com --report json=report.json',
        'test a remote hub without writes, with a report',
      ],
    ],
    run: async invocation => (await import('./run.ts')).run(invocation),
  },
  {
    name: 'list',
    describe: 'List the requirements.',
    examples: [
      ['hub-conformance list --level must', 'list what the lifecycle document requires'],
      ['hub-conformance list --json', 'print the catalogue as JSON'],
      ['hub-conformance list --traceability', 'list the sentences of the lifecycle document with their requirements'],
    ],
    run: async invocation => (await import('./list.ts')).list(invocation),
  },
  {
    name: 'explain',
    describe: 'Explain one requirement: its source, check, faults and fix.',
    positionals: ['id'],
    meanings: { verbose: { ...optionTable.verbose, describe: 'print what each fault and variant does' } },
    examples: [['hub-conformance explain v1-removed/name-tags', 'explain the requirement for a removed route']],
    run: async invocation => (await import('./explain.ts')).explain(invocation),
  },
  {
    name: 'check-docs',
    describe: 'Check published documents only, without a hub.',
    examples: [
      ['hub-conformance check-docs --reference openapi.yaml', 'check an OpenAPI document in a file'],
      [
        'hub-conformance check-docs --changelog https://docs.example.com/changelog.md',
        'check a published change history',
      ],
    ],
    run: async invocation => (await import('./check-docs.ts')).checkDocs(invocation),
  },
  {
    name: 'pact',
    describe: "Verify the Pact contract with Pact's verifier.",
    examples: [
      ['hub-conformance pact --target reference', 'verify the built-in hub'],
      ['hub-conformance pact --target http://localhost:8080 --allow-writes', 'verify a local hub'],
      ['hub-conformance pact --target http://localhost:8080 --only "pact/v1-*"', 'verify only the removed routes'],
      [
        'hub-conformance pact --pact-broker-url http://broker --provider-version 1.4.2',
        'publish the results for the configured target to a broker',
      ],
    ],
    run: async invocation => (await import('./pact.ts')).pact(invocation),
  },
  {
    name: 'compare',
    describe: 'Compare two JSON reports and list regressions.',
    positionals: ['old', 'new'],
    examples: [
      ['hub-conformance compare old.json new.json', 'exit with 1 on a regression'],
      ['hub-conformance compare old.json new.json --report markdown', 'print Markdown, such as for a comment'],
    ],
    run: async invocation => (await import('./compare.ts')).compare(invocation),
  },
  {
    name: 'render',
    describe: 'Convert a JSON report to other formats.',
    positionals: ['json-report'],
    examples: [
      ['hub-conformance render report.json', 'print the report'],
      [
        'hub-conformance render report.json --report html=report.html --report junit',
        'write an HTML report and print JUnit XML',
      ],
    ],
    run: async invocation => (await import('./render.ts')).render(invocation),
  },
  {
    name: 'matrix',
    describe: 'Compare several JSON reports on one page.',
    positionals: ['json-report'],
    moreArguments: true,
    meanings: { verbose: { ...optionTable.verbose, describe: 'show every requirement' } },
    examples: [
      ['hub-conformance matrix a.json b.json', 'print the requirements in which the reports differ'],
      [
        'hub-conformance matrix reports/*.json --report html=matrix.html --verbose',
        'write every requirement to a page',
      ],
    ],
    run: async invocation => (await import('./matrix.ts')).matrix(invocation),
  },
  {
    name: 'verify',
    describe: 'Recompute the verdicts of a JSON report from its evidence, offline.',
    positionals: ['json-report'],
    examples: [['hub-conformance verify report.json', 'exit with 0 if all verdicts agree, 1 otherwise']],
    run: async invocation => (await import('./verify.ts')).verify(invocation),
  },
  {
    name: 'baseline',
    describe: 'Update a baseline from a JSON report.',
    positionals: ['action', 'report'],
    meanings: { baseline: { ...optionTable.baseline, describe: 'baseline file to create or update' } },
    examples: [
      [
        'hub-conformance baseline update report.json --baseline baseline.yaml',
        'update the baseline and print the changes',
      ],
    ],
    run: async invocation => (await import('./baseline.ts')).update(invocation),
  },
  {
    name: 'scan',
    describe: 'List the deprecated and removed routes that source code or a client uses.',
    optionalPositionals: ['path'],
    moreArguments: true,
    meanings: scanMeanings,
    examples: [
      ['hub-conformance scan src "scripts/*.sh"', 'scan source code, configuration and documentation'],
      ['hub-conformance scan src --fix --dry-run', 'print a patch with the current paths, if they are certain'],
      ['hub-conformance scan /var/log/nginx/access.log*', 'scan access logs for clients of old routes'],
      ['hub-conformance scan session.har', 'scan a session recorded by a browser or a proxy'],
      [
        'hub-conformance scan --proxy 9000 --target https://hub.example.com',
        'forward port 9000 to a hub and scan the traffic',
      ],
      ['hub-conformance scan src --report sarif=scan.sarif', 'write a report for code scanning'],
    ],
    run: async invocation => (await import('./scan.ts')).scan(invocation),
  },
  {
    name: 'overlay',
    describe: 'Add deprecated and removed endpoints to an OpenAPI document.',
    meanings: {
      reference: { ...optionTable.reference, group: 'General', describe: 'the OpenAPI document: a file or a URL' },
    },
    examples: [
      [
        'hub-conformance overlay --reference openapi.yaml > with-lifecycle.yaml',
        'add the lifecycle to a YAML document',
      ],
      [
        'hub-conformance overlay --reference https://hub.example.com/openapi.json',
        'add the lifecycle to a published JSON document',
      ],
    ],
    run: async invocation => (await import('./overlay.ts')).overlay(invocation),
  },
  {
    name: 'init',
    describe: 'Write a commented configuration file.',
    examples: [['hub-conformance init', 'write hub-conformance.config.yaml in the working directory']],
    run: async invocation => (await import('./init.ts')).init(invocation),
  },
  {
    name: 'cleanup',
    describe: 'Delete what an interrupted run created.',
    positionals: ['ledger'],
    meanings: {
      'allow-writes': {
        ...optionTable['allow-writes'],
        describe: 'host of the target, to confirm deletions there; not needed for a target on loopback',
      },
    },
    examples: [
      ['hub-conformance cleanup .hub-conformance-a1b2c3.ledger.json', 'clean up on a local hub'],
      ['hub-conformance cleanup run.ledger.json --allow-writes hub.example.com', 'clean up on a remote hub'],
    ],
    run: async invocation => (await import('./cleanup.ts')).cleanup(invocation),
  },
  {
    name: 'serve',
    describe: 'Start the reference hub.',
    examples: [
      ['hub-conformance serve', 'listen on port 8080'],
      [
        'hub-conformance serve --port 0 --json',
        'listen on a free port, and print URL and credentials as one line of JSON',
      ],
      ['hub-conformance serve --data hub.yaml', 'start with your own users, repositories and tokens'],
      ['hub-conformance serve --rate-limit 60/m --latency 200ms --log', 'test a client with 429 and slow answers'],
    ],
    run: async invocation => (await import('./serve.ts')).serve(invocation),
  },
  {
    name: 'completion',
    describe: 'Print a completion script for a shell.',
    positionals: ['shell'],
    examples: [
      ['eval "$(hub-conformance completion bash)"', 'bash: add this line to ~/.bashrc'],
      ['hub-conformance completion fish | source', 'fish: add this line to ~/.config/fish/config.fish'],
    ],
    run: async invocation => (await import('./completion.ts')).completion(invocation),
  },
]
