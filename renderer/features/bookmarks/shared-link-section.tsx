import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { SharedThing } from '../../../preload/ipc/shapes/shared-link.ts';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Field } from '../../components/form/field.tsx';
import { Card } from '../../components/layout/card.tsx';
import type { Done } from '../../parts/toasts/done.ts';
import { useAction } from '../../state/bridge/actions.ts';
import { isWebAddress } from '../../state/items/open-link.ts';
import { texts } from '../../texts/texts.ts';
import { SharedView } from './shared-view.tsx';

/** Opens a received link: asks for its URL and password, then shows its content. */
export function SharedLinkSection({
  address,
  onTell,
  onKeep,
}: {
  /** The initial value of the field. */
  address: string;
  onTell: (done: Done) => void;
  /** Bookmarks it. */
  onKeep: (url: string, name: string) => void;
}): ReactNode {
  const [url, setUrl] = useState(address);
  const [password, setPassword] = useState('');
  const [opened, setOpened] = useState<{ readonly visit: string; readonly thing: SharedThing } | null>(null);
  const visit = useAction('link.visit');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const secret = password === '' ? {} : { password };
    visit.mutate(
      { url: url.trim(), ...secret },
      {
        onSuccess: (found) => {
          setOpened(found);
          // The host keeps the password; the page no longer needs it.
          setPassword('');
        },
      },
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-dense text-dim">{texts.bookmarks.linkDetail}</p>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3 [&_input]:w-full">
          <div className="min-w-0 flex-[2_1_16rem]">
            <Field label={texts.bookmarks.linkAddress} type="url" value={url} onChange={setUrl} />
          </div>
          <div className="min-w-0 flex-[1_1_10rem]">
            <Field label={texts.bookmarks.linkPassword} type="password" value={password} onChange={setPassword} />
          </div>
          <Button type="submit" isDisabled={!isWebAddress(url.trim())} isBusy={visit.isPending}>
            {texts.bookmarks.linkOpen}
          </Button>
        </form>
        <ErrorMessage error={visit.error} />
        {opened !== null && (
          <SharedView
            key={opened.visit}
            visit={opened.visit}
            thing={opened.thing}
            onTell={onTell}
            onKeep={() => onKeep(opened.thing.url ?? url.trim(), opened.thing.name)}
            onClose={() => setOpened(null)}
          />
        )}
      </Card>
    </div>
  );
}
