import type { Reviewer } from '../../domain/proof.ts'
import { known, type Reading, unknown } from '../../domain/reading.ts'
import { type GitHubClient, isGitHubFailure } from '../../github/client.ts'

type Team = Extract<Reviewer, { kind: 'team' }>

/** Questions about one pull request; more reviewers or teams than that are not asked about. */
const maxQuestions = 50

/**
 * Whether each of these people is in each of these teams, by login and then by `organisation/slug` in lower case.
 *
 * @throws {GitHubFailure} `rate-limited` only; every other failure is an unknown
 */
export async function readTeams(
  client: GitHubClient,
  teams: readonly Team[],
  logins: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, Reading<boolean>>>>> {
  const distinct = new Map(teams.map((team) => [`${team.organisation}/${team.slug}`.toLowerCase(), team]))
  const answers = new Map<string, Record<string, Reading<boolean>>>()
  let asked = 0
  for (const login of logins) {
    const of: Record<string, Reading<boolean>> = {}
    for (const [key, team] of distinct) {
      of[key] = asked < maxQuestions ? await readMembership(client, team, login) : tooMany
      asked += 1
    }
    answers.set(login, of)
  }
  return answers
}

const tooMany = unknown('too-large', 'more people approved than can be looked up', 'cannot-cure')

async function readMembership(client: GitHubClient, team: Team, login: string): Promise<Reading<boolean>> {
  try {
    const answer = await client.rest<{ state: string }>('GET /orgs/{org}/teams/{team_slug}/memberships/{username}', {
      org: team.organisation,
      team_slug: team.slug,
      username: login,
    })
    return known(answer.data.state === 'active')
  } catch (error) {
    if (!isGitHubFailure(error) || error.kind === 'rate-limited') throw error
    if (error.kind === 'not-found') return known(false)
    return error.kind === 'forbidden'
      ? unknown('unreadable', 'the app needs the permission to read members (members: read)', 'cannot-cure')
      : unknown('unavailable', 'GitHub did not say', 'may-cure')
  }
}
