import {
  createEnvironmentTemplate,
  deleteEnvironmentTemplate,
  getEnvironmentTemplateContents,
  getEnvironmentTemplates,
  importEnvironmentTemplate,
  renameEnvironmentTemplate,
  type EnvironmentTemplateFile,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';

/** Environment templates that can be used in an environment. */
export const environmentTemplatesQuery = (call: ApiCall, environmentId: string) =>
  read(call, getEnvironmentTemplates, { params: { environmentId } });

/** The names that a template holds, by kind. */
export const environmentTemplateContentsQuery = (call: ApiCall, environmentId: string, templateId: string) =>
  read(call, getEnvironmentTemplateContents, { params: { environmentId, templateId } });

type Named = { readonly name: string; readonly description: string };
type Versioned = { readonly id: string; readonly version: string };

/** What can be done with templates of an environment; of the one in force without its id. */
export const useEnvironmentTemplateMutations = (place?: string) => {
  const options = place === undefined ? {} : { environmentId: place };
  return {
    make: useWrite(createEnvironmentTemplate, (body: Named) => ({ body }), options),
    // The server says what of a foreign file does not fit.
    take: useWrite(
      importEnvironmentTemplate,
      (file: unknown) => ({ body: { file: file as EnvironmentTemplateFile } }),
      options,
    ),
    rename: useWrite(
      renameEnvironmentTemplate,
      ({ id, ...body }: Versioned & Named) => ({ params: { templateId: id }, body }),
      options,
    ),
    remove: useWrite(
      deleteEnvironmentTemplate,
      ({ id, version }: Versioned) => ({ params: { templateId: id }, query: { version } }),
      options,
    ),
  };
};
