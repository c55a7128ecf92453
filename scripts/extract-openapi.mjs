/**
 * Writes test/github/rest/openapi-extract.json: the parts of GitHub's published REST description that the
 * simulated GitHub checks requests against. The description (`@octokit/openapi`) unpacks to 385 MB, so it is no
 * dependency of ours; run this by hand when an operation is added:
 *
 *     node scripts/extract-openapi.mjs path/to/@octokit/openapi/generated/api.github.com.json
 */
import { readFileSync, writeFileSync } from 'node:fs'

const OPERATIONS = [
  'apps/get-authenticated',
  'apps/list-installations',
  'apps/get-installation',
  'apps/create-installation-access-token',
  'apps/list-webhook-deliveries',
  'apps/get-webhook-delivery',
  'apps/redeliver-webhook-delivery',
  'apps/list-repos-accessible-to-installation',
  'apps/get-repo-installation',
  'apps/get-org-installation',
  'apps/get-user-installation',
  'meta/get',
  'rate-limit/get',
  'users/get-authenticated',
  'users/get-by-username',
  'repos/get',
  'repos/compare-commits-with-basehead',
  'repos/get-content',
  'repos/get-commit',
  'repos/get-branch',
  'repos/get-collaborator-permission-level',
  'repos/get-branch-rules',
  'repos/get-branch-protection',
  'repos/list-releases',
  'repos/list-tags',
  'repos/list-pull-requests-associated-with-commit',
  'repos/list-commit-statuses-for-ref',
  'repos/get-combined-status-for-ref',
  'git/get-tree',
  'git/get-blob',
  'git/get-ref',
  'git/list-matching-refs',
  'checks/create',
  'checks/get',
  'checks/update',
  'checks/list-annotations',
  'checks/list-for-ref',
  'checks/list-suites-for-ref',
  'checks/list-for-suite',
  'checks/get-suite',
  'checks/rerequest-suite',
  'checks/rerequest-run',
  'pulls/list',
  'pulls/get',
  'pulls/update',
  'pulls/list-files',
  'pulls/list-commits',
  'pulls/list-reviews',
  'issues/get',
  'issues/update',
  'issues/list-comments',
  'issues/create-comment',
  'issues/get-comment',
  'issues/update-comment',
  'issues/delete-comment',
  'issues/list-sub-issues',
  'issues/list-dependencies-blocked-by',
  'issues/list-events-for-timeline',
  'reactions/list-for-issue-comment',
  'reactions/create-for-issue-comment',
  'reactions/delete-for-issue-comment',
  'teams/get-membership-for-user-in-org',
]

const DOCUMENTATION = new Set(['description', 'example', 'examples', 'externalDocs', 'x-github', 'title'])

/** A copy of a schema with every `$ref` replaced by its target and without prose. */
function plain(description, node, insideProperties = false) {
  if (Array.isArray(node)) return node.map((item) => plain(description, item))
  if (node === null || typeof node !== 'object') return node
  if (typeof node.$ref === 'string') {
    const path = node.$ref.replace(/^#\//, '').split('/')
    return plain(
      description,
      path.reduce((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], description),
    )
  }
  const copy = Object.fromEntries(
    Object.entries(node)
      // A property may itself be called "title" or "description": prose is dropped only beside schema words.
      .filter(([key]) => insideProperties || !DOCUMENTATION.has(key))
      .map(([key, value]) => [key, plain(description, value, !insideProperties && key === 'properties')]),
  )
  return insideProperties ? copy : withNull(copy)
}

/** OpenAPI 3.0's `nullable` in the words of JSON Schema. */
function withNull({ nullable, ...schema }) {
  if (nullable !== true) return schema
  if (schema.type === undefined) return { anyOf: [schema, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...new Set([...schema.enum, null])] }) }
}

/** The operations asked for, by id, each with its method, path template, parameters and request body schema. */
function extract(description, operationIds) {
  const found = new Map()
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!operationIds.includes(operation.operationId)) continue
      const body = operation.requestBody?.content?.['application/json']?.schema
      found.set(operation.operationId, {
        method: method.toUpperCase(),
        path,
        documentationUrl: operation.externalDocs?.url,
        parameters: plain(description, operation.parameters ?? []),
        ...(body === undefined
          ? {}
          : { requestBody: { required: operation.requestBody.required ?? false, schema: plain(description, body) } }),
      })
    }
  }
  const missing = operationIds.filter((id) => !found.has(id))
  if (missing.length > 0) throw new Error(`not in this description: ${missing.join(', ')}`)
  return Object.fromEntries(operationIds.map((id) => [id, found.get(id)]))
}

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node scripts/extract-openapi.mjs <api.github.com.json of @octokit/openapi>')
  process.exit(2)
}
const description = JSON.parse(readFileSync(source, 'utf8'))
const target = new URL('../test/github/rest/openapi-extract.json', import.meta.url)
writeFileSync(
  target,
  `${JSON.stringify({ version: description.info.version, operations: extract(description, OPERATIONS) }, null, 1)}\n`,
)
