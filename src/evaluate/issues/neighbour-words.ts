import { shortReference } from '../../domain/repository.ts'
import { join, reference, type Words, words } from '../../domain/words.ts'
import type { IssuesContext } from './context.ts'
import { ours } from './phrases.ts'
import type { Neighbours } from './surroundings.ts'

/** More names than this fill a line. */
const MOST_NAMED = 10

/** "#8, backend#9 and 2 more"; those that may not be named are counted: "3 that are not shown here". */
export function namesOf({ count, named }: Neighbours, { home }: IssuesContext): Words {
  const names = named.slice(0, MOST_NAMED).map((one): Words => [reference(shortReference(one, home))])
  const rest = count - names.length
  if (names.length === 0) return words`${count} that ${ours(count === 1 ? 'is' : 'are')} not shown here`
  return rest === 0 ? join(names, ', ') : words`${join(names, ', ')} and ${rest} more`
}

/** "1 open issue", "2 open issues". */
export function counted(count: number, one: string, several: string): Words {
  return words`${count} ${ours(count === 1 ? one : several)}`
}
