import type { ReactNode } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { themes } from '../../../state/preferences/kept-theme.ts';
import { useTheme } from '../../../state/preferences/theme.ts';
import { texts } from '../../../texts/texts.ts';
import { LanguageChoice } from './language-choice.tsx';

/** Theme and language of the window. */
export function AppearanceSection(): ReactNode {
  const [theme, choose] = useTheme();
  return (
    <Section title={texts.settings.appearance}>
      <Card className="flex flex-wrap gap-4 p-4">
        <Select
          label={texts.settings.theme}
          options={themes.map((id) => ({ id, label: texts.navigation.themes[id] }))}
          value={theme}
          onChange={choose}
        />
        <LanguageChoice />
      </Card>
    </Section>
  );
}
