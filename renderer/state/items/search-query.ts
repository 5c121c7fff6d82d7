/**
 * What a person means by several words is all of them; the service would take any. Whoever writes operators or quotes has said it
 * exactly.
 */
export function queryOf(word: string): string {
  const words = word.trim().split(/\s+/).filter(Boolean);
  const isExact = word.includes('"') || words.some((one) => one === 'AND' || one === 'OR' || one === 'NOT');
  return isExact ? word.trim() : words.join(' AND ');
}
