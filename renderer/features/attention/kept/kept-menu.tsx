import { Ellipsis, HardDrive, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuButton } from '../../../components/controls/menu/menu-button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { useKeptHere } from '../../../parts/problems/use-kept-here.ts';
import { useConnection } from '../../../state/bridge/session.ts';
import { baseName } from '../../../state/items/base-name.ts';
import { texts } from '../../../texts/texts.ts';

/** The menu of an item that can't go up: it stays on this computer only, or syncs again. */
export function KeptMenu({
  item: { rootId, path },
  isKept,
}: {
  item: { readonly rootId: number; readonly path: string };
  isKept: boolean;
}): ReactNode {
  const change = useKeptHere();
  const isLost = useConnection() !== 'connected';
  return (
    <>
      <MenuButton
        icon
        kind="ghost"
        // In a narrow window the fix of a problem has the line below it.
        className="max-sm:flex-none! sm:order-last"
        label={texts.files.actionsOf(baseName(path))}
        isDisabled={isLost}
        isBusy={change.isPending}
        entries={[
          isKept
            ? { id: 'sync', icon: RefreshCw, label: texts.kept.sync }
            : { id: 'keep', icon: HardDrive, label: texts.kept.keep },
        ]}
        onAction={() => change.mutate({ rootId, path, isKept: !isKept })}
      >
        <Ellipsis aria-hidden className="size-4" />
      </MenuButton>
      <ErrorMessage error={change.error} />
    </>
  );
}
