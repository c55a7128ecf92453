import { parseVersion } from './version-order.ts'

const placeholders = /\{(name|version)\}/g

/** The templates for `tags: auto`; those without a name are the chart's only where it is the repository's only one. */
export function autoTemplates(isOnlyChart: boolean): readonly string[] {
  return isOnlyChart ? ['{name}-{version}', 'v{version}', '{version}'] : ['{name}-{version}']
}

/** The tags under which a version of a chart may be out, each once. */
export function tagNames(templates: readonly string[], chart: string, version: string): readonly string[] {
  const names = templates.flatMap((template) =>
    spellings(version).map((spelling) =>
      template.replace(placeholders, (_, word) => (word === 'name' ? chart : spelling)),
    ),
  )
  return [...new Set(names)]
}

/** The version as packaged and, where that is another text, in three plain numbers without build metadata. */
function spellings(version: string): readonly string[] {
  const parsed = parseVersion(version)
  if (parsed === null) return [version]
  const label = parsed.prerelease.length === 0 ? '' : `-${parsed.prerelease.join('.')}`
  const plain = `${parsed.major}.${parsed.minor}.${parsed.patch}${label}`
  return [version, plain]
}

/** The versions that a tag stands for under the templates: one at most for each. */
export function versionsOfTag(templates: readonly string[], chart: string, tag: string): readonly string[] {
  const found = templates.flatMap((template) => {
    const [before = '', after = ''] = template.split('{version}').map((part) => part.replaceAll('{name}', () => chart))
    if (!template.includes('{version}') || tag.length <= before.length + after.length) return []
    if (!tag.startsWith(before) || !tag.endsWith(after)) return []
    return [tag.slice(before.length, tag.length - after.length)]
  })
  return [...new Set(found)].filter((version) => parseVersion(version) !== null)
}

/** What all tags of a chart under a template begin with. */
export function tagPrefix(template: string, chart: string): string {
  return template.split('{version}', 1)[0]?.replaceAll('{name}', () => chart) ?? ''
}
