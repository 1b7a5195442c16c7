import type { z } from 'zod';
import type { ReadResource, ResourceKind } from '../resource-kind.ts';
import { readMembers, readYaml, type YamlSource } from '../yaml-file.ts';

/** Reads files whose members fit a schema; of one that does not fit, every problem is reported. */
export const yamlReader =
  <Members, Content>(
    schema: z.ZodType<Members>,
    contentOf: (members: Members, source: YamlSource) => ReadResource<Content>,
  ): ResourceKind<Content>['read'] =>
  async (file, { reportProblem }) => {
    const source = readYaml(file);
    const members = readMembers(source, schema, reportProblem);
    return members && contentOf(members, source);
  };
