import { Checkbox, Field, Input, Radio, RadioGroup, Select } from '@fluentui/react-components';
import type { CustomFieldInput } from '@redoubt/contracts';
import {
  ASSESSMENT_TEMPLATES,
  ASSESSMENTS,
  definedApiNameProblem,
  definedSchema,
  EVENT_ID_PATH,
  RUN_MODES,
  schemaSample,
  SECTION_NAMES,
  TEMPLATE_FACTS,
  type AssessmentTemplate,
  type BuiltInAssessment,
  type CustomField,
  type ObservationTemplate,
  type RunMode,
  type SectionName,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, joinClasses, Section } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { trafficQuery, useAssessmentMutations } from './assessments.queries.ts';
import styles from './assessments.module.css';
import { FieldEditor, newField } from './FieldEditor.tsx';
import { OBSERVATION_API_NAMES } from './observation-api-names.ts';

type Related = ObservationTemplate | 'Label';

const addressOf = (apiName: string): string => `/v1.0/assessment/${apiName}`;

/** Defines an assessment: template, schema, what is told later, settings and name, with its JSON beside it. */
export const AssessmentSetupPage = () => {
  const text = useText('assessments');
  const rules = useText('rules');
  const routes = useText('routes');
  const go = useGo();
  const call = useCall();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const { id: environmentId } = useEnvironment();
  const { create } = useAssessmentMutations();
  const [template, setTemplate] = useState<AssessmentTemplate>('CardPayment');
  const [sections, setSections] = useState<readonly SectionName[]>(TEMPLATE_FACTS.CardPayment.sections);
  const [fields, setFields] = useState<readonly CustomFieldInput[]>([]);
  const [related, setRelated] = useState<readonly Related[]>(TEMPLATE_FACTS.CardPayment.recommended);
  const [features, setFeatures] = useState(TEMPLATE_FACTS.CardPayment.features);
  const [runMode, setRunMode] = useState<RunMode>('allUntilDecision');
  const [friendlyName, setFriendlyName] = useState('');
  const [apiName, setApiName] = useState('');
  const [source, setSource] = useState<BuiltInAssessment>('purchase');
  const facts = TEMPLATE_FACTS[template];

  const choose = (next: AssessmentTemplate): void => {
    const chosen = TEMPLATE_FACTS[next];
    setTemplate(next);
    setSections(chosen.sections);
    setRelated(chosen.recommended);
    setFeatures(chosen.features);
  };
  const toggled = <Name extends string>(names: readonly Name[], name: Name, on: boolean): readonly Name[] =>
    on ? [...names, name] : names.filter((each) => each !== name);
  const sample = useMemo(() => {
    const named = (fields as readonly CustomField[]).filter(({ path }) => path !== '');
    const schema = definedSchema({ template, definition: { sections, fields: named } });
    return JSON.stringify(schemaSample(schema, named), null, 2);
  }, [template, sections, fields]);
  const propose = async (): Promise<void> => {
    try {
      const { fields: seen } = await client.fetchQuery(trafficQuery(call, environmentId, source));
      const known = new Set(fields.map(({ path }) => path.toLowerCase()));
      const fresh = seen.filter(
        ({ path }) => !known.has(path.toLowerCase()) && !/^_?metadata(\.|$)/i.test(path) && !path.startsWith('user.'),
      );
      setFields([...fields, ...fresh.map(({ path, type, sample: value }) => newField(path, type, value))]);
    } catch (error) {
      notifyFailure(error);
    }
  };
  const nameProblem = definedApiNameProblem(apiName, []) !== null;
  const disabledReason =
    friendlyName.trim() === '' ? text('nameNeeded') : nameProblem ? text('apiNameRule') : undefined;
  const keep = (): void => {
    if (disabledReason !== undefined || create.isPending) return;
    const observations = related.flatMap((each) =>
      each === 'Label'
        ? []
        : [{ template: each, friendlyName: text(`related.${each}`), apiName: OBSERVATION_API_NAMES[each], fields: [] }],
    );
    create.mutate(
      {
        template,
        apiName,
        friendlyName: friendlyName.trim(),
        sections: [...sections],
        fields: fields.filter(({ path }) => path !== ''),
        observations,
        label: related.includes('Label') ? { friendlyName: text('related.Label'), fields: [] } : null,
        features,
        dataSubjectIds: [EVENT_ID_PATH, ...(sections.includes('user') ? ['user.id'] : [])],
        runMode,
      },
      {
        onSuccess: ({ kind }) => go(hrefOf('/fraud/assessments/:assessmentId/configuration', { assessmentId: kind })),
      },
    );
  };
  return (
    <ConsolePage title={text('new')}>
      <div className={styles.split}>
        <div className={styles.main}>
          <Section title={text('template.title')}>
            <RadioGroup
              className={styles.choices}
              value={template}
              aria-label={text('template.title')}
              onChange={(_event, { value }) => choose(value as AssessmentTemplate)}
            >
              {ASSESSMENT_TEMPLATES.map((each) => (
                <Radio key={each} value={each} label={text(`template.${each}`)} />
              ))}
            </RadioGroup>
          </Section>
          <Section title={text('sections')} meta={text('sectionsNote')}>
            <div className={styles.choices}>
              {SECTION_NAMES.map((name) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={sections.includes(name)}
                  onChange={(_event, { checked }) => setSections(toggled(sections, name, checked === true))}
                />
              ))}
            </div>
          </Section>
          <Section title={text('fields')} meta={text('fieldsNote')}>
            <FieldEditor fields={fields} onChange={setFields} />
            <div className={joinClasses(styles.row, styles.atEnd)}>
              <Field label={text('propose.from')} size="small">
                <Select
                  size="small"
                  value={source}
                  onChange={(_event, { value }) => setSource(value as BuiltInAssessment)}
                >
                  {ASSESSMENTS.map((each) => (
                    <option key={each} value={each}>
                      {routes(`${each}.title`)}
                    </option>
                  ))}
                </Select>
              </Field>
              <CommandButton command={{ id: 'propose', text: text('propose.do'), onSelect: () => void propose() }} />
            </div>
          </Section>
          <Section title={text('later')} meta={text('laterNote')}>
            <div className={styles.choices}>
              {facts.related.map((each) => (
                <Checkbox
                  key={each}
                  label={text(`related.${each}`)}
                  checked={related.includes(each)}
                  onChange={(_event, { checked }) => setRelated(toggled(related, each, checked === true))}
                />
              ))}
            </div>
          </Section>
          <Section title={text('settings')}>
            <div className={styles.form}>
              <Field label={rules('list.runModeLabel')} size="small">
                <Select size="small" value={runMode} onChange={(_event, { value }) => setRunMode(value as RunMode)}>
                  {RUN_MODES.map((mode) => (
                    <option key={mode} value={mode}>
                      {rules(`list.runMode.${mode}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              {facts.hasFeatures ? (
                <div className={styles.choices}>
                  {(['caseManagement', 'search', 'reporting'] as const).map((each) => (
                    <Checkbox
                      key={each}
                      label={text(`feature.${each}`)}
                      checked={features[each]}
                      onChange={(_event, { checked }) => setFeatures({ ...features, [each]: checked === true })}
                    />
                  ))}
                </div>
              ) : null}
            </div>
          </Section>
          <Section title={text('naming')}>
            <form
              className={styles.form}
              onSubmit={(event) => {
                event.preventDefault();
                keep();
              }}
            >
              <Field label={text('name')} size="small">
                <Input
                  size="small"
                  maxLength={120}
                  value={friendlyName}
                  onChange={(_event, { value }) => setFriendlyName(value)}
                />
              </Field>
              <Field
                label={text('apiName')}
                size="small"
                hint={addressOf(apiName)}
                {...(apiName !== '' && nameProblem ? { validationMessage: text('apiNameRule') } : {})}
              >
                <Input
                  size="small"
                  maxLength={60}
                  value={apiName}
                  onChange={(_event, { value }) => setApiName(value)}
                />
              </Field>
              {create.error ? <ErrorState compact error={create.error} /> : null}
              <div className={styles.row}>
                <CommandButton primary type="submit" command={{ id: 'create', text: text('create'), disabledReason }} />
              </div>
            </form>
          </Section>
        </div>
        <div className={styles.preview}>
          <h2>{text('preview')}</h2>
          <pre className={styles.json} role="group" tabIndex={0} aria-label={text('preview')}>
            {sample}
          </pre>
        </div>
      </div>
    </ConsolePage>
  );
};
