const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/*
 * The keyword is English wherever it closes; the sentence around it often is not. Only words that stand right beside
 * the claim are read in these languages: German, Dutch, Swedish, Danish, Norwegian, Polish, French, Italian, Spanish,
 * Portuguese, Russian, Ukrainian, Chinese, Japanese.
 */

const NEGATORS = set('nicht nie niemals kein keine niet geen inte ikke pas jamais nunca não nao jamás не ни никогда')

/** Those that stand behind the verb and its object: "closes #12 nicht". */
const NEGATORS_BEHIND = set('nicht niet inte ikke pas')

/** What may follow such a word without another word being negated: "closes #12 nicht vollständig". */
const AFTER_NEGATOR = set('mehr ganz vollständig komplett hier allein helemaal volledig ännu encore complètement')

/** "noch nicht", "todavía no". */
const YET = set('noch auch aber todavía aún aun ainda encore mais nog ännu ещё еще')

/** What makes an emphasis of "not": "nicht nur", "não apenas". */
export const ONLY_IN_OTHER_WORDS = set(
  'nur bloß solo sólo solamente apenas só somente seulement soltanto только лише alleen bara',
)

/** "In part" as one word. */
export const PARTLY_IN_OTHER_WORDS = set(
  'teilweise teils partiellement parcialmente parzialmente gedeeltelijk deels delvis częściowo частично частково',
)

/** "Later" as one word. */
export const LATER_IN_OTHER_WORDS = set('später spaeter danach luego depois poi позже позднее senare senere')

const CHINESE_NOT = /(?:[不未没]|不会|没有|无法|不能|不是|并非|別|别)$/u
const PARTLY_BEFORE = /(?:部分|部分地|部分的に|一部|一部を|一部のみ)$/u
const JAPANESE_NOT_BEHIND =
  /^(?:は|を|も|では|の修正では)(?:まだ|完全には)?(?:クローズ|閉じ|解決|修正|対応|完了)?(?:しません|しない|していません|できません|されません|ません|ない|ありません)$/u

/** Whether the word before the keyword, or before words that negation passes through, is a "not". */
export function isNegatorInOtherWords(word: string): boolean {
  return NEGATORS.has(word) || CHINESE_NOT.test(word)
}

/** Whether the words right behind the reference deny it. `next` is undefined at a mark or the sentence's end. */
export function negatedBehindInOtherWords(words: readonly (string | undefined)[]): boolean {
  const [first, ...rest] = words
  if (first === undefined) return false
  if (JAPANESE_NOT_BEHIND.test(first)) return true
  const [negator, next] = YET.has(first) ? rest : words
  return NEGATORS_BEHIND.has(negator ?? '') && (next === undefined || AFTER_NEGATOR.has(next))
}

export function isPartlyInOtherWords(word: string): boolean {
  return PARTLY_IN_OTHER_WORDS.has(word) || PARTLY_BEFORE.test(word)
}
