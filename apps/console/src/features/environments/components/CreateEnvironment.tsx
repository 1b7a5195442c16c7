import { Input, Select } from '@fluentui/react-components';
import {
  createManagedEnvironment,
  type BodyIn,
  type ManagedEnvironment,
  type ManagedEnvironments,
} from '@redoubt/contracts';
import { ENVIRONMENT_KINDS, ENVIRONMENT_LENGTHS, MAX_ENVIRONMENT_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { shownName } from '../environment-rows.ts';
import { useEnvironmentMutations } from '../environments.queries.ts';
import { TemplateChoice } from './TemplateChoice.tsx';
import { DescriptionAndTags } from './DescriptionAndTags.tsx';

type Body = BodyIn<typeof createManagedEnvironment>;

export type CreateEnvironmentProps = {
  readonly all: ManagedEnvironments;
  /** Where it begins; null for a root. */
  readonly parentId: string | null;
  /** The template of the library that it starts with. */
  readonly templateId?: string | undefined;
  readonly onClose: () => void;
  readonly onCreated: (environment: ManagedEnvironment) => void;
};

/** Makes an environment, as a root or below another one, empty or from a template. */
export const CreateEnvironment = (props: CreateEnvironmentProps): ReactNode => {
  const { all, parentId, templateId, onClose, onCreated } = props;
  const text = useText('environments');
  const common = useText('common');
  const { create } = useEnvironmentMutations();
  const parents = all.environments.filter(({ may }) => may.addChild);
  const [firstGeography] = all.geographies;
  const values: Body = {
    parentId: parentId ?? (firstGeography ? null : (parents[0]?.id ?? null)),
    name: '',
    friendlyName: null,
    description: '',
    tags: [],
    kind: 'Sandbox',
    customerApiId: null,
    geography: firstGeography?.code ?? null,
    template: templateId === undefined ? null : { kind: 'library', templateId },
  };
  const form = useWireForm({
    body: createManagedEnvironment.body,
    values,
    texts: {
      name: text('form.nameWrong', { max: MAX_ENVIRONMENT_NAME }),
      tags: text('form.tagsWrong', ENVIRONMENT_LENGTHS),
      customerApiId: text('form.apiIdWrong', { max: ENVIRONMENT_LENGTHS.apiId }),
      template: text('form.templateWrong'),
    },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'ENV-NAME-TAKEN': 'name', 'ENV-API-ID-TAKEN': 'customerApiId', 'ENV-GEOGRAPHY-UNKNOWN': 'geography' },
    onSubmit: (body) => create.mutate(body, { onSuccess: onCreated }),
  });
  const chosenParent = form.watch('parentId');
  const emptyToNull = { setValueAs: (value: string | null) => (value === '' ? null : value) };
  return (
    <FormPanel title={text('new')} onClose={onClose} form={form} action={text('create')} error={create.error}>
      <WireField form={form} name="parentId" label={text('field.parent')}>
        <Select size="small" {...form.register('parentId', emptyToNull)}>
          {all.geographies.length > 0 ? <option value="">{text('form.root')}</option> : null}
          {parents.map((environment) => (
            <option key={environment.id} value={environment.id}>
              {shownName(environment)}
            </option>
          ))}
        </Select>
      </WireField>
      <WireField form={form} name="name" label={text('field.name')} hint={text('form.nameHint')}>
        <Input size="small" data-autofocus maxLength={MAX_ENVIRONMENT_NAME} {...form.register('name')} />
      </WireField>
      <WireField form={form} name="kind" label={text('field.kind')} hint={text('form.kindHint')}>
        <Select size="small" {...form.register('kind')}>
          {ENVIRONMENT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {text(`kind.${kind}`)}
            </option>
          ))}
        </Select>
      </WireField>
      {chosenParent === null ? (
        <WireField form={form} name="geography" label={text('field.geography')} hint={text('form.geographyHint')}>
          <Select size="small" {...form.register('geography')}>
            {all.geographies.map(({ code, friendlyName }) => (
              <option key={code} value={code}>
                {friendlyName}
              </option>
            ))}
          </Select>
        </WireField>
      ) : null}
      <TemplateChoice
        parentId={chosenParent}
        first={templateId}
        problem={form.problemAt('template')}
        onChange={(template) => form.setValue('template', template, { shouldDirty: true, shouldValidate: true })}
      />
      <WireField form={form} name="customerApiId" label={text('field.apiId')} hint={text('form.apiIdHint')}>
        <Input size="small" maxLength={ENVIRONMENT_LENGTHS.apiId} {...form.register('customerApiId', emptyToNull)} />
      </WireField>
      <DescriptionAndTags
        form={form}
        onTags={(chosen) => form.setValue('tags', chosen, { shouldDirty: true, shouldValidate: true })}
      />
    </FormPanel>
  );
};
