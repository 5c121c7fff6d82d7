/**
 * What a person's order does besides the steps of a plan: it is journalled like them, and can be undone like them (SPEC P45 to P54).
 * - `promote-version`: a past version is the current one of the service again;
 * - `restore-remote`: out of the service's trash;
 * - `restore-local`: out of the local trash;
 * - `replace-local`: another content in a file of this computer; the one before lies in the local trash;
 * - `resolve`: a conflict was decided.
 */
export type ActKind = 'promote-version' | 'restore-remote' | 'restore-local' | 'replace-local' | 'resolve';
