import { Idiomorph } from '/idiomorph.js'

const main = document.querySelector('#main')
const answer = document.querySelector('#answer')
const actor = document.querySelector('#actor')
const loseNext = document.querySelector('#lose-next')

/** What somebody is writing is left alone until it is sent. */
function isBeingWritten(field) {
  const holdsText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === 'text')
  return holdsText && field.value !== field.defaultValue
}

function show(html) {
  Idiomorph.morph(main, html, {
    morphStyle: 'innerHTML',
    callbacks: {
      beforeNodeMorphed: (node) => !isBeingWritten(node),
      // People open and close parts; the world does not.
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node instanceof HTMLDetailsElement),
    },
  })
  loseNext.checked = main.querySelector('[data-loses-next]') !== null
}

const live = new EventSource(`/live?at=${encodeURIComponent(location.pathname)}&as=${actor.value}`)
live.onmessage = ({ data }) => {
  document.body.dataset.live = 'yes'
  show(JSON.parse(data))
}
live.onerror = () => {
  document.body.dataset.live = 'no'
  tell('The demo has ended, or is not answering. This page shows what it knew last.', true)
}

let silence

/** What was done need not be read for long; a refusal stays until the next deed. */
function tell(text, isRefusal) {
  clearTimeout(silence)
  if (!isRefusal) silence = setTimeout(() => answer.replaceChildren(), 8000)
  answer.textContent = text
  answer.classList.toggle('refused', isRefusal)
}

/** @returns whether it was done */
async function act(deed, fields) {
  const response = await fetch(`/deeds/${deed}?as=${actor.value}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  }).catch(() => null)
  tell(response === null ? 'The demo is not answering.' : await response.text(), !response?.ok)
  return response?.ok === true
}

document.addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.matches('form.deed')) return
  event.preventDefault()
  const fields = new FormData(form)
  const written = [...form.elements].filter(isBeingWritten)
  const done = await act(form.dataset.deed, fields)
  if (!done) return
  if (form.dataset.deed === 'comment') form.reset()
  for (const field of written) field.defaultValue = field.value
  form.closest('details')?.removeAttribute('open')
})

document.addEventListener('change', async ({ target }) => {
  if (target === actor) {
    location.search = `?as=${actor.value}`
  } else if (target === loseNext) {
    await act('lose-next', { on: loseNext.checked ? 'yes' : 'no' })
  } else if (target.name === 'line' && target.form?.dataset.deed === 'tick') {
    const issue = new FormData(target.form).get('issue')
    const done = await act('tick', { issue, line: target.value, checked: target.checked ? 'yes' : 'no' })
    if (!done) target.checked = !target.checked
  }
})
