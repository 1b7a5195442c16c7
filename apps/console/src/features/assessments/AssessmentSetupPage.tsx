import { Checkbox, Field, Input, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { createAssessment, type CustomFieldInput } from '@redoubt/contracts';
import {
  DEFINED_TEMPLATES,
  definedApiNameProblem,
  definedSchema,
  EVENT_ID_PATH,
  RUN_MODES,
  schemaAttributes,
  schemaSample,
  SECTION_NAMES,
  TEMPLATE_FACTS,
  templateFacts,
  type CustomField,
  type DefinedTemplate,
  type ObservationTemplate,
  type RunMode,
  type SectionName,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useMemo } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { useTabDraft } from '../../drafts/use-tab-draft.ts';
import { hrefOf, useGo } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import styles from './assessments.module.css';
import { derivedApiName } from './derived-api-name.ts';
import { FieldEditor } from './fields/FieldEditor.tsx';
import { FieldSources } from './fields/FieldSources.tsx';
import { JsonPreview } from './JsonPreview.tsx';
import { OBSERVATION_API_NAMES } from './observation-api-names.ts';
import { SubjectIds } from './SubjectIds.tsx';

type Related = ObservationTemplate | 'Label';

const addressOf = (template: DefinedTemplate, apiName: string): string =>
  template === 'Legacy' ? `/v1.0/action/assessment/${apiName}` : `/v1.0/assessment/${apiName}`;

const USER_ID = 'user.id';

/** What is typed before the assessment exists. */
type SetupDraft = {
  readonly template: DefinedTemplate;
  readonly sections: readonly SectionName[];
  readonly fields: readonly CustomFieldInput[];
  readonly related: readonly Related[];
  readonly features: ReturnType<typeof templateFacts>['features'];
  readonly runMode: RunMode;
  readonly friendlyName: string;
  /** Null while the API name follows the name. */
  readonly typedApiName: string | null;
  readonly subjects: readonly string[];
};

const EMPTY: SetupDraft = {
  template: 'CardPayment',
  sections: TEMPLATE_FACTS.CardPayment.sections,
  fields: [],
  related: TEMPLATE_FACTS.CardPayment.recommended,
  features: TEMPLATE_FACTS.CardPayment.features,
  runMode: 'allUntilDecision',
  friendlyName: '',
  typedApiName: null,
  subjects: [USER_ID],
};

const isSetupDraft = (value: unknown): value is SetupDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { template, sections, fields, related, subjects } = value as Partial<SetupDraft>;
  const isComplete = Object.keys(EMPTY).every((name) => name in value);
  return (
    isComplete &&
    DEFINED_TEMPLATES.some((known) => known === template) &&
    [sections, fields, related, subjects].every((list) => Array.isArray(list))
  );
};

const naming = createAssessment.body.pick({ friendlyName: true, apiName: true });

type Typed = { readonly target: { readonly value: string } };

/** Defines an assessment: template, schema, observations, settings and name, with its JSON beside it. */
export const AssessmentSetupPage = () => {
  const text = useText('assessments');
  const rules = useText('rules');
  const go = useGo();
  const { create } = useAssessmentMutations();
  const common = useText('common');
  const { id: environmentId } = useEnvironment();
  const { draft, change, isEmpty, discard } = useTabDraft(`assessment.${environmentId}`, EMPTY, isSetupDraft);
  const { template, sections, fields, related, features, runMode, friendlyName, typedApiName, subjects } = draft;
  const apiName = typedApiName ?? derivedApiName(friendlyName);
  const facts = templateFacts(template);

  const choose = (next: DefinedTemplate): void => {
    const chosen = templateFacts(next);
    change({
      template: next,
      sections: chosen.sections,
      related: chosen.recommended,
      features: chosen.features,
    });
  };
  const toggled = <Name extends string>(names: readonly Name[], name: Name, on: boolean): readonly Name[] =>
    on ? [...names, name] : names.filter((each) => each !== name);
  const { attributes, samples } = useMemo(() => {
    const own = (fields as readonly CustomField[]).filter(({ path }) => path !== '');
    const schema = definedSchema({ template, definition: { sections, fields: own } });
    return {
      attributes: schemaAttributes(schema),
      samples: { all: schemaSample(schema, own), required: schemaSample(schema, own, 'required') },
    };
  }, [template, sections, fields]);
  const named = (body: object): object => (template === 'Legacy' ? { ...body, name: apiName } : body);
  const subjectIds = subjects.filter((path) => attributes.some((each) => each.path === path));
  const form = useWireForm({
    body: naming.extend({
      apiName: naming.shape.apiName.refine((name) => definedApiNameProblem(name, []) === null, text('apiNameRule')),
    }),
    values: { friendlyName, apiName },
    texts: { friendlyName: text('nameNeeded'), apiName: text('apiNameRule') },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'ASSESSMENT-NAME-TAKEN': 'apiName' },
    onSubmit: (named) => keep(named),
  });
  const keep = (names: { readonly friendlyName: string; readonly apiName: string }): void => {
    const observations = related.flatMap((each) =>
      each === 'Label'
        ? []
        : [{ template: each, friendlyName: text(`related.${each}`), apiName: OBSERVATION_API_NAMES[each], fields: [] }],
    );
    create.mutate(
      {
        template,
        ...names,
        sections: [...sections],
        fields: fields.filter(({ path }) => path !== ''),
        observations,
        label: related.includes('Label') ? { friendlyName: text('related.Label'), fields: [] } : null,
        features,
        dataSubjectIds: [
          EVENT_ID_PATH,
          ...(template === 'Legacy' ? [] : subjectIds.filter((path) => path !== EVENT_ID_PATH)),
        ],
        runMode,
      },
      {
        onSuccess: ({ kind }) => {
          discard();
          go(hrefOf('/fraud/assessments/:assessmentId/configuration', { assessmentId: kind }));
        },
      },
    );
  };
  const empty = (): void => {
    discard();
    form.reset({ friendlyName: '', apiName: '' });
  };
  return (
    <ConsolePage title={text('new')}>
      <div className={styles.split}>
        <div className="stack gap-6 min-w-0">
          <Section title={text('naming')}>
            <form className="stack-3 prose" {...form.formProps}>
              <WireField form={form} name="friendlyName" label={text('name')}>
                <Input
                  size="small"
                  maxLength={120}
                  {...form.register('friendlyName', {
                    onChange: ({ target: { value } }: Typed) => {
                      change({ friendlyName: value });
                      if (typedApiName === null) form.setValue('apiName', derivedApiName(value));
                    },
                  })}
                  value={friendlyName}
                />
              </WireField>
              <WireField form={form} name="apiName" label={text('apiName')} hint={addressOf(template, apiName)}>
                <Input
                  size="small"
                  maxLength={60}
                  {...form.register('apiName', {
                    onChange: ({ target: { value } }: Typed) => change({ typedApiName: value }),
                  })}
                  value={apiName}
                />
              </WireField>
              {/* Enter in a field creates. */}
              <button type="submit" hidden aria-hidden tabIndex={-1} />
            </form>
          </Section>
          <Section title={text('template.title')}>
            <RadioGroup
              className={styles.choices}
              value={template}
              aria-label={text('template.title')}
              onChange={(_event, { value }) => choose(value as DefinedTemplate)}
            >
              {DEFINED_TEMPLATES.map((each) => (
                <Radio key={each} value={each} label={text(`template.${each}`)} />
              ))}
            </RadioGroup>
          </Section>
          {template === 'Legacy' ? null : (
            <Section title={text('sections')} meta={text('sectionsNote')}>
              <div className={styles.choices}>
                {SECTION_NAMES.map((name) => (
                  <Checkbox
                    key={name}
                    label={name}
                    checked={sections.includes(name)}
                    onChange={(_event, { checked }) => change({ sections: toggled(sections, name, checked === true) })}
                  />
                ))}
              </div>
              {facts.sections.every((name) => sections.includes(name)) ? null : (
                <p className="soft">{text('sectionsFewer')}</p>
              )}
            </Section>
          )}
          <Section title={text('fields')} meta={text('fieldsNote')}>
            <FieldEditor ofEvents fields={fields} onChange={(next) => change({ fields: next })} />
            <FieldSources
              standard={{ template, sections }}
              fields={fields}
              onAdd={(added) => change({ fields: [...fields, ...added] })}
            />
          </Section>
          {facts.related.length === 0 ? null : (
            <Section title={text('later')} meta={text('laterNote')}>
              <div className={styles.choices}>
                {facts.related.map((each) => (
                  <Checkbox
                    key={each}
                    label={text(`related.${each}`)}
                    checked={related.includes(each)}
                    onChange={(_event, { checked }) => change({ related: toggled(related, each, checked === true) })}
                  />
                ))}
              </div>
            </Section>
          )}
          {template === 'Legacy' ? null : (
            <SubjectIds attributes={attributes} value={subjectIds} onChange={(next) => change({ subjects: next })} />
          )}
          <Section title={text('settings')}>
            <div className="stack-3 prose">
              <Field label={rules('list.runModeLabel')} size="small">
                <Select
                  size="small"
                  value={runMode}
                  onChange={(_event, { value }) => change({ runMode: value as RunMode })}
                >
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
                      onChange={(_event, { checked }) =>
                        change({ features: { ...features, [each]: checked === true } })
                      }
                    />
                  ))}
                </div>
              ) : null}
            </div>
          </Section>
          {create.error && !form.isToldAtField ? <ErrorState compact error={create.error} /> : null}
          <div className={styles.row}>
            <CommandButton
              primary
              command={{
                id: 'create',
                text: text('create'),
                disabledReason: form.disabledReason,
                onSelect: () => void form.send(),
              }}
            />
            {isEmpty ? null : (
              <CommandButton command={{ id: 'discard', text: common('action.discard'), onSelect: empty }} />
            )}
          </div>
        </div>
        <JsonPreview all={named(samples.all)} required={named(samples.required)} />
      </div>
    </ConsolePage>
  );
};
