import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextBox } from '../../components/controls/text-box.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { QueryBoundary } from '../../parts/query-boundary.tsx';
import { texts } from '../../texts/texts.ts';
import { useSettings } from './use-settings.ts';

/** The proxy that requests to other computers go through; empty: none. */
export function ProxySection(): ReactNode {
  const { settings, error, isPending, change } = useSettings();
  return (
    <Section title={texts.settings.proxy}>
      <Card className="grid gap-3 p-4">
        <p className="text-dim">{texts.settings.proxyDetail}</p>
        <QueryBoundary answer={settings} skeleton="h-20">
          {({ proxy }) => (
            <Editor
              key={proxy ?? ''}
              known={proxy ?? ''}
              isPending={isPending}
              onSave={(address) => change({ proxy: address === '' ? null : address })}
            />
          )}
        </QueryBoundary>
        <ErrorMessage error={error} />
      </Card>
    </Section>
  );
}

function Editor({
  known,
  isPending,
  onSave,
}: {
  known: string;
  isPending: boolean;
  onSave: (address: string) => void;
}): ReactNode {
  const [text, setText] = useState(known);
  const address = text.trim();
  const isAddress = address === '' || /^(https?|socks5):\/\/[^\s/]+\/?$/i.test(address);
  return (
    <div className="grid gap-3">
      <TextBox label={texts.settings.proxyAddress} value={text} onChange={setText} type="url" />
      {!isAddress && <p className="text-bad">{texts.settings.proxyWrong}</p>}
      <div className="flex gap-2">
        <Button
          kind="primary"
          isDisabled={!isAddress || address === known || isPending}
          onPress={() => onSave(address)}
        >
          {texts.settings.save}
        </Button>
        <Button isDisabled={text === known} onPress={() => setText(known)}>
          {texts.settings.discard}
        </Button>
      </div>
    </div>
  );
}
