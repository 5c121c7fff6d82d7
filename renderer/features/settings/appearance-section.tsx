import type { ReactNode } from 'react';
import { Card, Section } from '../../components/card.tsx';
import { Choice } from '../../components/choice.tsx';
import { themes } from '../../state/kept-theme.ts';
import { useTheme } from '../../state/theme.ts';
import { texts } from '../../style/texts.ts';
import { LanguageChoice } from './language-choice.tsx';

/** How the window looks, and the language it speaks. */
export function AppearanceSection(): ReactNode {
  const [theme, choose] = useTheme();
  return (
    <Section title={texts.settings.appearance}>
      <Card className="flex flex-wrap gap-4 p-4">
        <Choice
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
