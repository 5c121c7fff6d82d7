import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { FactLine } from '../../components/fact-line.tsx';
import { ListRow } from '../../components/list-row.tsx';
import type { CommandRefused } from '../../state/bridge.ts';
import { texts } from '../../style/texts.ts';

/** One deleted thing: what it was, and the two ways on. */
export function TrashRow({
  icon,
  name,
  about,
  restoring,
  onRestore,
  onPurge,
}: {
  icon: LucideIcon;
  name: string;
  /** What there is to say of it; absent parts are left out. */
  about: readonly (string | null)[];
  restoring: { readonly isPending: boolean; readonly error: CommandRefused | null };
  onRestore: () => void;
  onPurge: () => void;
}): ReactNode {
  return (
    <ListRow icon={icon} error={restoring.error}>
      <div className="min-w-0 flex-[1_1_12rem]">
        <p dir="auto" className="w-fit max-w-full truncate font-medium" title={name}>
          {name}
        </p>
        <FactLine facts={about} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={texts.trash.restoreOf(name)} isDisabled={restoring.isPending} onPress={onRestore}>
          {texts.trash.restore}
        </Button>
        <Button kind="quiet" aria-label={texts.trash.purgeOf(name)} onPress={onPurge}>
          {texts.trash.purge}
        </Button>
      </div>
    </ListRow>
  );
}
