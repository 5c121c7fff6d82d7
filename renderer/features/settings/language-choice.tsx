import type { ReactNode } from 'react';
import { Choice } from '../../components/choice.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useBridge } from '../../state/bridge.ts';
import { languageNames, useLanguage } from '../../state/language.ts';
import { texts } from '../../style/texts.ts';

/** The language of the window; the menus of an application follow with its next start, and that is said. */
export function LanguageChoice(): ReactNode {
  const { host } = useBridge();
  const { chosen, error, choose } = useLanguage();
  const options = [{ id: 'system', label: texts.settings.languageSystem }, ...languageNames];
  return (
    <div className="grid content-start gap-1">
      <Choice label={texts.settings.language} options={options} value={chosen ?? 'system'} onChange={choose} />
      {host !== 'browser' && <p className="text-dim text-small">{texts.settings.languageFollows}</p>}
      <Refusal error={error} />
    </div>
  );
}
