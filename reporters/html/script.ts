import { keptFolded } from './style/layout.ts'

/**
 * What the page does beyond being read: filters with a count, their state in the address, links that open what they lead to, copying, and
 * what is unfolded for printing. It only ever sets text and properties, never markup. The state is `#requirement-id?verdict=fail&text=…`.
 */
export const script = String.raw`
(() => {
  'use strict'
  const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  const byId = id => document.getElementById(id)
  const filters = byId('filters')
  const count = byId('count')
  const cards = all('.requirement')
  const groups = ['verdict', 'level']

  const words = new Map()
  const wordsOf = card => {
    if (!words.has(card)) {
      const told = all(':scope > summary .title, :scope > summary .id, .source, .found, .case', card)
      words.set(card, told.map(part => part.textContent).join('\n').toLowerCase())
    }
    return words.get(card)
  }

  const parse = () => {
    const hash = location.hash.slice(1)
    const at = hash.indexOf('?')
    let id = at < 0 ? hash : hash.slice(0, at)
    try { id = decodeURIComponent(id) } catch {}
    return { id, params: at < 0 ? null : new URLSearchParams(hash.slice(at + 1)) }
  }

  const chosen = group => all('input[name=' + group + ']:checked', filters).map(box => box.value)

  const state = () => {
    const params = new URLSearchParams()
    for (const group of groups) if (chosen(group).length) params.set(group, chosen(group).join(','))
    if (byId('suite').value) params.set('suite', byId('suite').value)
    if (byId('text').value.trim()) params.set('text', byId('text').value.trim())
    return params
  }

  const show = params => {
    for (const group of groups) {
      const values = (params.get(group) || '').split(',')
      for (const box of all('input[name=' + group + ']', filters)) box.checked = values.includes(box.value)
    }
    byId('suite').value = params.get('suite') || ''
    if (byId('suite').selectedIndex < 0) byId('suite').value = ''
    byId('text').value = params.get('text') || ''
    apply()
  }

  const apply = () => {
    const verdicts = chosen('verdict')
    const levels = chosen('level')
    const suite = byId('suite').value
    const terms = byId('text').value.toLowerCase().split(/\s+/).filter(Boolean)
    let left = 0
    for (const card of cards) {
      const { verdict, level, suite: of } = card.dataset
      const kept =
        (verdicts.length === 0 || verdicts.includes(verdict)) &&
        (levels.length === 0 || levels.includes(level)) &&
        (suite === '' || suite === of) &&
        terms.every(term => wordsOf(card).includes(term))
      card.hidden = !kept
      if (kept) left += 1
    }
    for (const section of all('.suite')) section.hidden = !section.querySelector('.requirement:not([hidden])')
    byId('nothing').hidden = left > 0
    const text = left === cards.length ? left + ' requirement' + (left === 1 ? '' : 's') : left + ' of ' + cards.length + ' requirements'
    if (count.textContent !== text) count.textContent = text
  }

  const changed = () => {
    apply()
    const params = state().toString().replaceAll('%2C', ',')
    history.replaceState(null, '', params ? '#requirements?' + params : '#requirements')
  }

  const open = target => {
    for (let node = target; node; node = node.parentElement) if (node.tagName === 'DETAILS') node.open = true
  }

  const go = () => {
    const { id, params } = parse()
    if (params) show(params)
    for (const marked of all('.here-now')) marked.classList.remove('here-now')
    const target = id && byId(id)
    if (!target) return
    // A link leads to what it names, whatever is filtered.
    if (target.closest('.requirement[hidden]')) show(new URLSearchParams())
    open(target)
    if (target.tagName === 'DETAILS') {
      target.classList.add('here-now')
      target.scrollIntoView()
      target.querySelector('summary').focus({ preventScroll: true })
    } else if (params || target.closest('details')) target.scrollIntoView()
  }

  const addCopy = block => {
    const frame = document.createElement('div')
    frame.className = 'copyable'
    block.replaceWith(frame)
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.textContent)
        button.textContent = 'Copied'
      } catch {
        getSelection().selectAllChildren(block)
        button.textContent = 'Selected'
      }
      setTimeout(() => { button.textContent = 'Copy' }, 2000)
    })
    frame.append(block, button)
  }

  const offset = () => document.documentElement.style.setProperty('--sticky', (getComputedStyle(filters).position === 'sticky' ? filters.offsetHeight : 0) + 16 + 'px')

  filters.hidden = false
  filters.addEventListener('change', changed)
  byId('text').addEventListener('input', changed)
  byId('reset').addEventListener('click', () => { show(new URLSearchParams()); changed(); byId('text').focus() })
  byId('unfold').addEventListener('click', () => { for (const card of cards) if (!card.hidden) card.open = true })
  byId('fold').addEventListener('click', () => { for (const card of cards) card.open = false })
  all('pre.command, pre.curl').forEach(addCopy)
  addEventListener('hashchange', go)
  addEventListener('resize', offset)
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#"]')
    // The same link again: the address does not change, but what it leads to may have been closed.
    if (link && link.getAttribute('href') === location.hash) go()
  })

  let unfolded = []
  addEventListener('beforeprint', () => {
    unfolded = all('details').filter(part => !part.open && !part.matches('${keptFolded}'))
    for (const part of unfolded) part.open = true
  })
  addEventListener('afterprint', () => { for (const part of unfolded) part.open = false })

  apply()
  offset()
  go()
  // Once more when the browser is done with the address itself: it takes the focus back from where it was put.
  addEventListener('load', () => requestAnimationFrame(go))
})()
`
