/**
 * User actions outside a plan's steps, recorded in the journal and undoable like them (SPEC P45 to P52).
 * - `promote-version`: makes a past version the current one on the service;
 * - `restore-remote`: restores from the service's trash;
 * - `restore-local`: restores from the local trash;
 * - `replace-local`: replaces the content of a local file; the previous content is in the local trash;
 * - `bring-back`: has an item that was deleted here downloaded again;
 * - `resolve`: resolves a conflict.
 */
export type ActKind =
  | 'promote-version'
  | 'restore-remote'
  | 'restore-local'
  | 'replace-local'
  | 'bring-back'
  | 'resolve';
