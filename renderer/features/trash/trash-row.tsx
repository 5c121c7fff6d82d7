import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListRow } from '../../components/collection/list-row.tsx';
import { Button } from '../../components/controls/button.tsx';
import { FactLine } from '../../components/layout/fact-line.tsx';
import type { CommandRefused } from '../../state/bridge/bridge.ts';
import { texts } from '../../texts/texts.ts';

/** One deleted item, with its two actions. */
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
  /** The details of the item; absent parts are left out. */
  about: readonly (string | null)[];
  restoring: { readonly isPending: boolean; readonly error: CommandRefused | null };
  onRestore: () => void;
  onPurge: () => void;
}): ReactNode {
  return (
    <ListRow icon={icon} error={restoring.error}>
      <div className="min-w-0 flex-[1_1_12rem]">
        <p dir="auto" className="w-fit max-w-full truncate" title={name}>
          {name}
        </p>
        <FactLine facts={about} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={texts.trash.restoreOf(name)} isDisabled={restoring.isPending} onPress={onRestore}>
          {texts.trash.restore}
        </Button>
        <Button kind="ghost" aria-label={texts.trash.purgeOf(name)} onPress={onPurge}>
          {texts.trash.purge}
        </Button>
      </div>
    </ListRow>
  );
}
