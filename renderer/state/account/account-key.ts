import { useStatus } from '../bridge/session.ts';

/** Names the account among all that this browser has seen: two services may give the same id to different users. */
export const useAccountKey = (): string => useStatus(({ account }) => account.key) ?? '';
