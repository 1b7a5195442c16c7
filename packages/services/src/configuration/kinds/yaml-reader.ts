import type { z } from 'zod';
import type { ReadResource, ResourceKind } from '../resource-kind.ts';
import { readMembers, readYaml, stepsOf, type YamlSource } from '../yaml-file.ts';

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

/** Where a member of a command's body stands in a file that has the same members. */
export const placeInFile =
  (source: YamlSource): ReadResource<unknown>['placeOf'] =>
  (path) => ({ path: source.file.path, ...source.placeOf(stepsOf(path.replace(/^body\.?/, ''))) });

/** Reads files that are what their kind keeps, member by member. */
export const contentReader = <Content>(schema: z.ZodType<Content>): ResourceKind<Content>['read'] =>
  yamlReader(schema, (content, source) => ({ content, placeOf: placeInFile(source) }));
