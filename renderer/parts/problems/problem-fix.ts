import type { AttentionItem } from '../../../preload/ipc/shapes/status.ts';

/** Whether another name is the way out. */
export const needsName = ({ code, suggestedName }: AttentionItem): boolean =>
  suggestedName !== undefined || code.startsWith('name_');

/** Retrying fixes neither a name nor a conflict, and a file cannot solve an account-wide problem. */
export function canRetry(item: AttentionItem): boolean {
  return item.conflict === undefined && item.reach !== 'account' && !needsName(item);
}
