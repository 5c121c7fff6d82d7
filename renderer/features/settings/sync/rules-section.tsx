import { type ReactNode, useEffect, useRef } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import type { RulePreview } from '../../../../preload/ipc/shapes/scope.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { useDebounced } from '../../../state/hooks/use-debounced.ts';
import { useTypedText } from '../../../state/hooks/use-typed-text.ts';
import { texts } from '../../../texts/texts.ts';

/** The user's own ignore rules, with a live preview of their effect. */
export function RulesSection(): ReactNode {
  const rules = useAnswer('ignore.get', {});
  return (
    <Section title={texts.settings.rules}>
      <Card className="grid gap-4 p-4">
        <p className="text-dim text-small">{texts.settings.rulesDetail}</p>
        <QueryBoundary answer={rules} skeleton="h-32">
          {({ lines }) => <Editor known={lines.join('\n')} />}
        </QueryBoundary>
      </Card>
    </Section>
  );
}

function Editor({ known }: { known: string }): ReactNode {
  // While nothing is typed, the stored rules show, also when they change elsewhere.
  const { text, type, forget } = useTypedText('rules', known);
  const typed = useRef({ text, forget });
  useEffect(() => {
    typed.current = { text, forget };
  });
  useEffect(() => {
    // The typed text has been saved.
    if (isSame(typed.current.text, known)) typed.current.forget(typed.current.text);
  }, [known]);
  const settled = useDebounced(text, 400);
  const set = useAction('ignore.set');
  const isChanged = !isSame(text, known);
  const save = (): void => set.mutate({ lines: linesOf(text) });
  return (
    <div className="grid gap-3">
      <TextField value={text} onChange={type} className="grid gap-1">
        <Label className="text-dim text-small">{texts.settings.rulesLabel}</Label>
        <TextArea
          rows={5}
          spellCheck={false}
          dir="ltr"
          className="rounded-control border border-edge bg-card px-2.5 py-2 font-mono text-dense text-text"
        />
      </TextField>
      {isChanged && <Preview lines={linesOf(settled)} isCurrent={settled === text} />}
      <ErrorMessage error={set.error} />
      <div className="flex gap-2">
        <Button kind="primary" isDisabled={!isChanged} isBusy={set.isPending} onPress={save}>
          {texts.settings.save}
        </Button>
        <Button isDisabled={!isChanged} onPress={() => type(known)}>
          {texts.settings.discard}
        </Button>
      </div>
    </div>
  );
}

/** Drops empty lines at the end; those in between stay, since they group rules. */
const linesOf = (text: string): string[] => {
  const trimmed = text.replace(/\s+$/, '');
  return trimmed === '' ? [] : trimmed.split('\n');
};

const isSame = (text: string, other: string): boolean => linesOf(text).join('\n') === linesOf(other).join('\n');

function Preview({ lines, isCurrent }: { lines: string[]; isCurrent: boolean }): ReactNode {
  const test = useAnswer('ignore.test', { lines });
  if (test.error !== null) return <ErrorMessage error={test.error} />;
  const isKnown = isCurrent && test.data !== undefined;
  const { leavesOut, takesIn } = test.data ?? { leavesOut: nothing, takesIn: nothing };
  const isSame = leavesOut.files + leavesOut.folders + takesIn.files === 0;
  return (
    <div aria-live="polite" data-testid="rules-preview" className="grid min-h-10 gap-2">
      {!isKnown && <p className="text-dim">{texts.settings.rulesTesting}</p>}
      {isKnown && isSame && <p className="text-dim">{texts.settings.rulesSame}</p>}
      {isKnown && leavesOut.files + leavesOut.folders > 0 && (
        <Sample
          title={texts.settings.leavesOut(leavesOut.files, leavesOut.folders, leavesOut.bytes)}
          preview={leavesOut}
        />
      )}
      {isKnown && takesIn.files > 0 && <Sample title={texts.settings.takesIn(takesIn.files)} preview={takesIn} />}
    </div>
  );
}

const nothing: RulePreview = { files: 0, folders: 0, bytes: 0, sample: [] };
const SHOWN = 8;

function Sample({ title, preview: { sample } }: { title: string; preview: RulePreview }): ReactNode {
  return (
    <div>
      <p className="">{title}</p>
      <ul className="ps-4 text-dim text-dense">
        {sample.slice(0, SHOWN).map((path) => (
          <li key={path} dir="auto" className="truncate">
            {path}
          </li>
        ))}
        {sample.length > SHOWN && <li>{texts.settings.sampleMore(sample.length - SHOWN)}</li>}
      </ul>
    </div>
  );
}
