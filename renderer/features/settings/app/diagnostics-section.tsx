import { ClipboardCopy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { useAction } from '../../../state/bridge/actions.ts';
import { texts } from '../../../texts/texts.ts';

/** The diagnostic report: copied to the clipboard, or shown if the browser does not allow that. */
export function DiagnosticsSection(): ReactNode {
  const report = useAction('report.get');
  const [isCopied, setCopied] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const show = (fresh: string): void => {
    setText(fresh);
    // Refused (no permission, no focus): show the report for copying by hand.
    navigator.clipboard.writeText(fresh).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const copy = (): void => report.mutate({}, { onSuccess: ({ text: fresh }) => show(fresh) });
  return (
    <Section title={texts.settings.diagnostics}>
      <Card className="grid gap-3 p-4">
        <p className="text-dim">{texts.settings.diagnosticsDetail}</p>
        <ErrorMessage error={report.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button isDisabled={report.isPending} onPress={copy}>
            <ClipboardCopy aria-hidden className="size-4" />
            {texts.settings.copyReport}
          </Button>
          <span aria-live="polite" className="text-dim">
            {isCopied ? texts.settings.copied : ''}
          </span>
        </div>
        {text !== null && (
          <details>
            <summary className="w-fit cursor-default rounded-control text-accent">{texts.settings.showReport}</summary>
            <section
              // A scrollable area must be reachable with the keyboard.
              tabIndex={-1}
              aria-label={texts.settings.report}
              className="mt-2 max-h-80 overflow-auto rounded-control bg-mute-bg p-3"
            >
              <pre dir="ltr" className="whitespace-pre-wrap break-all font-mono text-small">
                {text}
              </pre>
            </section>
          </details>
        )}
      </Card>
    </Section>
  );
}
