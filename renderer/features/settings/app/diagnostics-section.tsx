import { ClipboardCopy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { useAction } from '../../../state/bridge/actions.ts';
import { useCopy } from '../../../state/clipboard.ts';
import { texts } from '../../../texts/texts.ts';

/** The diagnostic report: copied to the clipboard, and shown, to read it or to copy it by hand. */
export function DiagnosticsSection(): ReactNode {
  const report = useAction('report.get');
  const copying = useCopy();
  const text = report.data?.text;
  const copy = (): void => report.mutate({}, { onSuccess: (fresh) => copying.mutate(fresh.text) });
  return (
    <Section title={texts.settings.diagnostics}>
      <Card className="grid gap-3 p-4">
        <p className="text-dim text-small">{texts.settings.diagnosticsDetail}</p>
        <ErrorMessage error={report.error ?? copying.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button isBusy={report.isPending} onPress={copy}>
            <ClipboardCopy aria-hidden className="size-4" />
            {texts.settings.copyReport}
          </Button>
          <span aria-live="polite" className="text-dim">
            {copying.isSuccess ? texts.settings.copied : ''}
          </span>
        </div>
        {text !== undefined && (
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
