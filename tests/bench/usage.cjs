// Loaded before a measured process: says what it took when it ends.
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const usage = { cpuMs: (user + system) / 1000, peakMb: process.resourceUsage().maxRSS / 1024 }
  require('node:fs').writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage))
})
