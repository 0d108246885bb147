import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../engine/clock.ts'
import type { Transport, WireRequest } from '../../engine/http/transport.ts'
import { createPhases } from '../../engine/phases.ts'

const request = {} as WireRequest
const { signal } = new AbortController()

/** Phases with a target that answers after so many milliseconds of virtual time; -1 stands for no answer. */
const startPhases = () => {
  let answerMs = 0
  const transport: Transport = {
    send: async () => {
      await systemClock.pause(Math.abs(answerMs))
      if (answerMs < 0) throw new Error('no answer')
      return { status: 200, headers: [], body: new Uint8Array(), truncated: false }
    },
    close: async () => undefined,
  }
  const phases = createPhases(performance.now())
  const { send } = phases.counted(transport)
  return {
    phases,
    limits: phases.waiting('limits', systemClock),
    late: phases.waiting('lateEffects', systemClock),
    ask: (ms: number) => {
      answerMs = ms
      return send(request, signal)
    },
  }
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('the time per phase', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('parts follow one another, and waits belong to the phase they are in', async () => {
    const { phases, ask, late, limits } = startPhases()
    ask(100)
    limits.pause(150)
    await pass(200)
    phases.begin('judging')
    ask(300)
    await pass(300)
    phases.begin('cleanup')
    ask(40)
    ask(50)
    late.pause(70)
    await pass(70)
    expect(phases.timing()).toEqual({
      documentsMs: 200,
      requestsMs: 300,
      limitsMs: 0,
      lateEffectsMs: 0,
      cleanupMs: 70,
      requests: 4,
      cleanupRequests: 2,
    })
  })

  it('counts answers that leave no exchange', () => {
    const { phases } = startPhases()
    expect(phases.timing()).not.toHaveProperty('unrecorded')
    phases.unrecorded()
    phases.unrecorded()
    expect(phases.timing().unrecorded).toBe(2)
  })

  it('a moment counts once, whatever is under way in it', async () => {
    const { phases, ask, late, limits } = startPhases()
    phases.begin('judging')
    ask(100)
    ask(100)
    limits.pause(150)
    late.pause(400)
    late.pause(300)
    await pass(500)
    expect(phases.timing()).toMatchObject({ requestsMs: 200, limitsMs: 50, lateEffectsMs: 250 })
  })

  it('a request that gets no answer ends', async () => {
    const { phases, ask, late } = startPhases()
    phases.begin('judging')
    const failed = expect(ask(-10)).rejects.toThrow('no answer')
    await pass(10)
    await failed
    late.pause(30)
    await pass(30)
    expect(phases.timing()).toMatchObject({ requestsMs: 10, lateEffectsMs: 30, requests: 1 })
  })

  it('can be read while something is under way', async () => {
    const { phases, late } = startPhases()
    phases.begin('judging')
    late.pause(100)
    await pass(60)
    expect(phases.timing().lateEffectsMs).toBe(60)
    await pass(60)
    expect(phases.timing()).toMatchObject({ lateEffectsMs: 100, requestsMs: 20 })
  })
})
