import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { useBridge } from '../../../state/bridge/bridge.ts';
import { languageNames, useLanguage } from '../../../state/preferences/language.ts';
import { texts } from '../../../texts/texts.ts';

/** The window's language. Application menus change at the next start, and a note says so. */
export function LanguageChoice(): ReactNode {
  const { host } = useBridge();
  const { chosen, error, choose } = useLanguage();
  const options = [{ id: 'system', label: texts.settings.languageSystem }, ...languageNames];
  return (
    <div className="grid content-start gap-1">
      <Select label={texts.settings.language} options={options} value={chosen ?? 'system'} onChange={choose} />
      {host !== 'browser' && <p className="text-dim text-small">{texts.settings.languageFollows}</p>}
      <ErrorMessage error={error} />
    </div>
  );
}
