import { parse } from '@marcbachmann/cel-js';
import { type Clause, NOW_MS } from '../clauses.ts';
import { type Engine, versionOf } from './engine.ts';

const double = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));

const expressionOf = (clause: Clause): string => {
  switch (clause.shape) {
    case 'amount':
      return `totalAmount > ${double(clause.limit)} && user.country == "${clause.country}"`;
    case 'mail':
      return `user.email.endsWith("${clause.ending}") && !user.isEmailValidated`;
    case 'country':
      return `user.country in ${JSON.stringify(clause.countries)} && totalAmount >= 50.0`;
    case 'net':
      return `(totalAmount - shippingCost) * 1.25 > ${double(clause.limit)}`;
    case 'age':
      return `now - timestamp(user.creationDate) < duration("${clause.days * 24}h") || device.userAgent.contains("${clause.word}")`;
  }
};

/** The fastest of the CEL libraries on npm (trial: 11 times `@bufbuild/cel`). */
export const cel: Engine = {
  name: '@marcbachmann/cel-js',
  version: versionOf('@marcbachmann/cel-js'),
  prepare: (clauses) => {
    const programs = clauses.map((clause) => parse(expressionOf(clause)));
    const now = new Date(NOW_MS);
    return (event) => {
      const scope = { ...event, now };
      const matches: number[] = [];
      for (let index = 0; index < programs.length; index += 1) {
        if (programs[index]?.(scope) === true) matches.push(index);
      }
      return matches;
    };
  },
};
