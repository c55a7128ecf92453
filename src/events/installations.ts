import { hintOf } from '../queue/work.ts'
import { adding, type Make, nothing, type WorkForEvent } from './event.ts'

export function workForInstallation(name: string, action: string, make: Make): WorkForEvent {
  const begins = action === 'created' || action === 'unsuspend' || action === 'new_permissions_accepted'
  // What can be read now, or no longer, also decides about pull requests of other repositories that claim its issues.
  const covers = name === 'installation_repositories' && (action === 'added' || action === 'removed')
  return begins || covers ? adding(make({ kind: 'installation' }, hintOf('sweep', { full: true }))) : nothing
}
