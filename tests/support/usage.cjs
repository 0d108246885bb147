// Loaded before a measured process: when it ends, it writes what it took to the file in USAGE_FILE.
const { readFileSync, writeFileSync } = require('node:fs')

/** Linux counts what the parent held when it started the process in `maxRSS`, and not in `VmHWM`. */
const peakKb = () =>
  process.platform === 'linux'
    ? Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])
    : process.resourceUsage().maxRSS

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeFileSync(process.env.USAGE_FILE, JSON.stringify({ cpuMs: (user + system) / 1000, peakMb: peakKb() / 1024 }))
})
