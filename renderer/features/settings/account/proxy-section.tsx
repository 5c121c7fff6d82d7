import { type ReactNode, useState } from 'react';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAutosave } from '../../../state/hooks/use-autosave.ts';
import { texts } from '../../../texts/texts.ts';
import { SavedMark } from '../saved-mark.tsx';
import { useSettings } from '../use-settings.ts';

/** The proxy for requests to other computers; empty: none. */
export function ProxySection(): ReactNode {
  const { settings, saving, change } = useSettings();
  return (
    <Section
      title={texts.settings.proxy}
      aside={<SavedMark section={texts.settings.proxy} isSaved={saving.isSuccess} />}
    >
      <Card className="grid gap-3 p-4">
        <p className="text-dim text-small">{texts.settings.proxyDetail}</p>
        <QueryBoundary answer={settings} skeleton="h-20">
          {({ proxy }) => <Editor known={proxy ?? ''} onSave={change} />}
        </QueryBoundary>
        <ErrorMessage error={saving.error} />
      </Card>
    </Section>
  );
}

function Editor({
  known,
  onSave,
}: {
  known: string;
  onSave: (change: { readonly proxy: string | null }) => void;
}): ReactNode {
  const [text, setText] = useState(known);
  const address = text.trim();
  const isAddress = address === '' || /^(https?|socks5):\/\/[^\s/]+\/?$/i.test(address);
  // Half a URL often looks like a whole one, so this field waits for a longer pause.
  useAutosave(isAddress ? address : null, known, {
    save: (next) => onSave({ proxy: next === '' ? null : next }),
    renew: () => setText(known),
    quietMs: 1500,
  });
  return (
    <>
      <Field label={texts.settings.proxyAddress} value={text} onChange={setText} type="url" />
      {!isAddress && <p className="text-bad text-small">{texts.settings.proxyWrong}</p>}
    </>
  );
}
