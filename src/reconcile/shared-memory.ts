/** What no sweep has come by for so long, in seconds, is forgotten by all processes: it is gone on GitHub. */
export const keptSeconds = 7 * 24 * 3600
