import { type ReactNode, useState } from 'react';
import type { Trashed } from '../../../../preload/ipc/shapes/attention.ts';
import type { AttentionItem } from '../../../../preload/ipc/shapes/status.ts';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../../components/controls/button.tsx';
import { LinkButton } from '../../../components/controls/link-button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { LocalPurge } from '../../../parts/trash/local-purge.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { ask } from '../../../state/bridge/bridge.ts';
import { hrefOf } from '../../../state/hooks/route.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { formatBytes } from '../../../texts/format.ts';
import { texts } from '../../../texts/texts.ts';

/** Two ways to space on a full disk: the trash of the synced folder, which is on the same disk, and keeping less of the folder here. */
export function SpaceFix({
  item: { rootId, path },
  isDisabled,
}: {
  item: AttentionItem;
  isDisabled: boolean;
}): ReactNode {
  const bytes = useAnswer('trash.local.list', { rootId, limit: 1 }).data?.bytes ?? 0;
  const retry = useAction('problem.retry');
  const [asked, setAsked] = useState<readonly Trashed[]>([]);
  const gather = useServiceAction((bridge) => trashOf(bridge, rootId), setAsked);
  return (
    <>
      <LinkButton
        kind="ghost"
        href={hrefOf('settings', { section: 'folders', root: String(rootId) })}
        label={texts.attention.chooseOf(path)}
      >
        {texts.settings.choose}
      </LinkButton>
      {bytes > 0 && (
        <Button kind="risk" isDisabled={isDisabled} isBusy={gather.isPending} onPress={() => gather.mutate()}>
          {texts.attention.emptyTrash(formatBytes(bytes))}
        </Button>
      )}
      <ErrorMessage error={gather.error} />
      {asked.length > 0 && (
        <LocalPurge items={asked} onDone={() => retry.mutate({ rootId, path })} onClose={() => setAsked([])} />
      )}
    </>
  );
}

const PART = 1_000;

async function trashOf(bridge: TandemBridge, rootId: number): Promise<readonly Trashed[]> {
  const all: Trashed[] = [];
  for (;;) {
    const { items, total } = await ask(bridge, 'trash.local.list', { rootId, limit: PART, offset: all.length });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
