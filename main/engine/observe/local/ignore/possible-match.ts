/**
 * One regular expression that matches every path these rules could ignore; null if the rules are not simple enough. It may match more paths:
 * its only purpose is to skip the rules for all others, which are most of a large tree.
 */
export function possibleMatch(patterns: readonly string[]): RegExp | null {
  const names: string[] = [];
  for (const pattern of patterns) {
    // A negated rule ignores nothing; neither does a comment.
    if (pattern.startsWith('!') || pattern.startsWith('#') || pattern.trim() === '') continue;
    const name = pattern.replace(/\/?\s*$/, '');
    if (name === '' || /[/\\]|\*\*/.test(name)) return null;
    names.push(anyLike(name));
  }
  // Case-insensitive, like the rules themselves.
  return new RegExp(`(?:^|/)(?:${names.join('|') || '(?!)'})(?:/|$)`, 'i');
}

/** Escapes a name with wildcards; a character class becomes a wildcard for one character. */
function anyLike(name: string): string {
  return name
    .replaceAll(/\[[^\]]*\]/g, '?')
    .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
    .replaceAll('?', '[^/]')
    .replaceAll('*', '[^/]*');
}
