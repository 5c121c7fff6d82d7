/**
 * People expect all of their words to match, while the service matches any. Queries with operators or quotes are passed on
 * unchanged.
 */
export function queryOf(word: string): string {
  const words = word.trim().split(/\s+/).filter(Boolean);
  const isExact = word.includes('"') || words.some((one) => one === 'AND' || one === 'OR' || one === 'NOT');
  return isExact ? word.trim() : words.join(' AND ');
}
