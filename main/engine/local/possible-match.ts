/**
 * One expression that every path matches which one of these rules could leave out, or null when the rules are not simple enough for
 * that. It may match more: it only says for which paths the rules need not be asked, and those are nearly all of a large tree.
 */
export function possibleMatch(patterns: readonly string[]): RegExp | null {
  const names: string[] = [];
  for (const pattern of patterns) {
    // A line that takes back leaves nothing out; neither does a comment.
    if (pattern.startsWith('!') || pattern.startsWith('#') || pattern.trim() === '') continue;
    const name = pattern.replace(/\/?\s*$/, '');
    if (name === '' || /[/\\]|\*\*/.test(name)) return null;
    names.push(anyLike(name));
  }
  // Case does not count in the same way as for the rules themselves.
  return new RegExp(`(?:^|/)(?:${names.join('|') || '(?!)'})(?:/|$)`, 'i');
}

/** A name with wildcards; of a set of characters no more is kept than that it is one. */
function anyLike(name: string): string {
  return name
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
    .replaceAll('?', '[^/]')
    .replaceAll('*', '[^/]*');
}
