import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import type { Item } from '../../state/item.ts';
import { callService, useServiceAction } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';

type Access = keyof typeof texts.files.linkAccesses;

const accesses = (Object.keys(texts.files.linkAccesses) as Access[]).map((id) => ({
  id,
  label: texts.files.linkAccesses[id],
}));

/** The shared link of an item: make one, say whom it opens for, copy it, take it away. */
export function LinkTab({ item }: { item: Item }): ReactNode {
  const change = useServiceAction((bridge, access: Access | null) => setLink(bridge, item, access));
  const link = item.shared_link ?? null;
  const access = accesses.find(({ id }) => id === (link?.access ?? link?.effective_access))?.id ?? 'open';
  return (
    <div className="grid gap-4">
      {link === null ? (
        <>
          <p className="text-dim">{texts.files.linkNone}</p>
          <Button kind="primary" isDisabled={change.isPending} onPress={() => change.mutate('collaborators')}>
            {texts.files.linkCreate}
          </Button>
        </>
      ) : (
        <>
          <Address url={link.url} />
          <Choice
            label={texts.files.linkAccess}
            options={accesses}
            value={access}
            onChange={(to) => change.mutate(to)}
          />
          <p className="text-dim text-small">{texts.files.linkUses(link.download_count, link.preview_count)}</p>
          <Button isDisabled={change.isPending} onPress={() => change.mutate(null)}>
            {texts.files.linkRemove}
          </Button>
        </>
      )}
      {change.error !== null && <InlineError sentence={change.error.message} remedy={change.error.remedy} />}
    </div>
  );
}

function Address({ url }: { url: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(url).then(() => setCopied(true));
  return (
    <div className="grid gap-1">
      <span className="text-dim text-small">{texts.files.linkAddress}</span>
      <span className="select-all break-all">{url}</span>
      <Button onPress={copy}>{isCopied ? texts.files.linkCopied : texts.files.linkCopy}</Button>
    </div>
  );
}

/** Least first: a new link opens for nobody new until the person says so. */
async function setLink(bridge: TandemBridge, item: Item, access: Access | null): Promise<void> {
  const body = { shared_link: access === null ? null : { access } };
  switch (item.type) {
    case 'file':
      await callService(bridge, 'updateFile', { params: { file_id: item.id }, body });
      return;
    case 'folder':
      await callService(bridge, 'updateFolder', { params: { folder_id: item.id }, body });
      return;
    case 'web_link':
      await callService(bridge, 'updateWebLink', { params: { web_link_id: item.id }, body });
  }
}
