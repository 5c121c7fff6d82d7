import { useStatus } from '../../state/bridge/session.ts';
import { texts } from '../../texts/texts.ts';

type Named = { readonly id: string; readonly name?: string | undefined };

/** Names a person at the start of a line: the one at this window is "You". Empty if the service names no one. */
export function useShownName(): (person: Named | null | undefined) => string {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  return (person) => (person?.id === me ? texts.activity.you : (person?.name ?? ''));
}
