import { Radio, RadioGroup, Select, Switch } from '@fluentui/react-components';
import { DATE_STYLES, DENSITIES, ROWS_PER_PAGE, THEMES, type Settings } from '@redoubt/contracts';
import { createFormats, isLanguage, LANGUAGE_CODES, LANGUAGES, useFormats, useLanguage, useText } from '@redoubt/i18n';
import { useId, type ReactNode } from 'react';
import { useEnvironment } from '../app/console-context.tsx';
import { menuFor } from '../shell/navigation/menu.ts';
import styles from './preferences.module.css';
import { useChangeLanguage } from './use-change-language.ts';
import { usePreferences } from './use-preferences.tsx';

type ChoiceProps<Value extends string> = {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
};

const Choice = <Value extends string>({ legend, value, options, onChange }: ChoiceProps<Value>) => (
  <fieldset className={styles.group}>
    <legend>{legend}</legend>
    <RadioGroup aria-label={legend} value={value} onChange={(_event, data) => onChange(data.value as Value)}>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} label={option.text} />
      ))}
    </RadioGroup>
  </fieldset>
);

/** A moment whose day, month and hour cannot be taken for each other. */
const EXAMPLE = Date.UTC(2026, 10, 24, 15, 4, 5);

const ZONES = ['local', 'utc'] as const satisfies readonly Settings['timeZone'][];

const LanguageChoice = () => {
  const text = useText('shell');
  const id = useId();
  const language = useLanguage();
  const changeLanguage = useChangeLanguage();
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {text('preferences.language')}
      </label>
      <Select id={id} value={language} onChange={(_event, { value }) => isLanguage(value) && changeLanguage(value)}>
        {LANGUAGE_CODES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGES[code]}
          </option>
        ))}
      </Select>
    </div>
  );
};

/** Where one starts: a page of the menu that is built and that the roles held here open. */
const LandingChoice = () => {
  const text = useText('shell');
  const routes = useText('routes');
  const id = useId();
  const [{ landingPage }, change] = usePreferences();
  const environment = useEnvironment();
  const pages = menuFor(environment).flatMap(({ items }) => items);
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {text('preferences.landingPage')}
      </label>
      <Select id={id} value={landingPage} onChange={(_event, { value }) => change({ landingPage: value })}>
        {pages.map(({ route }) => (
          <option key={route.path} value={route.path}>
            {routes(`${route.key}.title`)}
          </option>
        ))}
      </Select>
    </div>
  );
};

/** How many rows a page of a long list brings at a time. */
const RowsChoice = () => {
  const text = useText('shell');
  const id = useId();
  const [{ rowsPerPage }, change] = usePreferences();
  const rows = ROWS_PER_PAGE.find((each) => each === rowsPerPage);
  return (
    <div className={styles.group}>
      <label className={styles.label} htmlFor={id}>
        {text('preferences.rows')}
      </label>
      <Select
        id={id}
        value={String(rows)}
        onChange={(_event, { value }) => change({ rowsPerPage: Number(value) as Settings['rowsPerPage'] })}
      >
        {ROWS_PER_PAGE.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
    </div>
  );
};

const DateStyleChoice = () => {
  const text = useText('shell');
  const { language, timeZone } = useFormats();
  const [{ dateStyle }, change] = usePreferences();
  const example = (style: Settings['dateStyle']): string => createFormats(language, timeZone, style).dateTime(EXAMPLE);
  return (
    <Choice
      legend={text('preferences.dateStyle')}
      value={dateStyle}
      options={DATE_STYLES.map((value) => ({ value, text: `${text(`dateStyle.${value}`)}: ${example(value)}` }))}
      onChange={(value) => change({ dateStyle: value })}
    />
  );
};

/** Every preference, each in force at once; there is nothing to save. */
export const PreferenceFields = ({ className }: { readonly className?: string | undefined }): ReactNode => {
  const text = useText('shell');
  const [settings, change] = usePreferences();
  return (
    <div className={className ?? 'stack-4'}>
      <LanguageChoice />
      <LandingChoice />
      <RowsChoice />
      <DateStyleChoice />
      <Choice
        legend={text('preferences.timeZone')}
        value={settings.timeZone}
        options={ZONES.map((value) => ({ value, text: text(`timeZone.${value}`) }))}
        onChange={(timeZone) => change({ timeZone })}
      />
      <Choice
        legend={text('preferences.theme')}
        value={settings.theme}
        options={THEMES.map((value) => ({ value, text: text(`theme.${value}`) }))}
        onChange={(theme) => change({ theme })}
      />
      <Choice
        legend={text('preferences.density')}
        value={settings.density}
        options={DENSITIES.map((value) => ({ value, text: text(`density.${value}`) }))}
        onChange={(density) => change({ density })}
      />
      <div className="stack-2">
        <Switch
          label={text('preferences.shortcuts')}
          checked={settings.shortcuts}
          onChange={(_event, { checked }) => change({ shortcuts: checked })}
        />
        <Switch
          label={text('preferences.reducedMotion')}
          checked={settings.reducedMotion}
          onChange={(_event, { checked }) => change({ reducedMotion: checked })}
        />
      </div>
    </div>
  );
};
