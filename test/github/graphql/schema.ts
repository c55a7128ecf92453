import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema } from 'graphql'

/** One file of the package, read directly: importing the package would build a second schema. */
const published = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'))
const descriptions = /"""[\s\S]*?"""/g

let built: GraphQLSchema | undefined

/**
 * GitHub's published schema, built once a process. It defines two fields twice, which graphql-js refuses unless
 * told that the text is valid.
 */
export function githubSchema(): GraphQLSchema {
  built ??= buildSchema(readFileSync(published, 'utf8').replaceAll(descriptions, ''), {
    assumeValidSDL: true,
    assumeValid: true,
    noLocation: true,
  })
  return built
}
