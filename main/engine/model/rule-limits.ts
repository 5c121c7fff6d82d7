/**
 * The most rules, and the most bytes, of a rule file and of the rules in Settings (SPEC P87): each item is compared with each rule, and a rule
 * file may come from someone else.
 */
export const RULE_LIMITS = { rules: 1_000, bytes: 64_000 } as const;

/** Whether these are more rules than one file, or Settings, may have. */
export const exceedsLimits = (lines: readonly string[]): boolean =>
  lines.length > RULE_LIMITS.rules || Buffer.byteLength(lines.join('\n')) > RULE_LIMITS.bytes;
