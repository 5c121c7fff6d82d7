import { type ReactNode, useState } from 'react';
import { Choice } from '../../components/choice.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { useAction } from '../../state/actions.ts';
import { useBridge } from '../../state/bridge.ts';
import { texts } from '../../style/texts.ts';
import {
  keepLanguage,
  keptLanguage,
  knownLanguage,
  type Language,
  languageIds,
  languages,
} from '../../texts/language.ts';

/** Each language by its own name: whoever chose a wrong one finds the way back. */
const options = [
  { id: 'system', label: texts.settings.languageSystem },
  ...languageIds.map((id) => ({ id, label: languages[id].name })),
] as const;

/** The language of the window. It is kept for this computer first, so that menus and tray get it too; then the page loads anew. */
export function LanguageChoice(): ReactNode {
  const bridge = useBridge();
  const set = useAction('settings.set');
  const [shown, setShown] = useState<Language | null>(keptLanguage);
  const choose = (id: string): void => {
    const chosen = knownLanguage(id);
    if (chosen === shown) return;
    setShown(chosen);
    set.mutate(
      { language: chosen },
      {
        onSuccess: () => {
          if (keepLanguage(chosen)) window.location.reload();
        },
        onError: () => setShown(keptLanguage()),
      },
    );
  };
  return (
    <div className="grid content-start gap-1">
      <Choice<string> label={texts.settings.language} options={options} value={shown ?? 'system'} onChange={choose} />
      {bridge.host !== 'browser' && <p className="text-dim text-small">{texts.settings.languageFollows}</p>}
      {set.error !== null && <InlineError sentence={set.error.message} remedy={set.error.remedy} />}
    </div>
  );
}
