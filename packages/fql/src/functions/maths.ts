import { define, type FunctionSpec, optional, parameter } from './spec.ts';

const x = parameter('x', 'Double');
const y = parameter('y', 'Double');
const mode = parameter('mode', 'MidpointRounding');
const one = (name: string, summary: string, edge = ''): FunctionSpec =>
  define('static', 'math', 'Math', name, [x], 'Double', summary, { edge });
const two = (name: string, summary: string, edge = ''): FunctionSpec =>
  define('static', 'math', 'Math', name, [x, y], 'Double', summary, { edge });

/** `System.Math` (`docs/language/guide.md#numbers`). */
export const MATH_FUNCTIONS: readonly FunctionSpec[] = [
  two('Min', 'The smaller of two numbers.'),
  two('Max', 'The larger of two numbers.'),
  one('Abs', 'The number without its sign.'),
  one('Acos', 'Arc cosine, in radians.', 'Outside −1 to 1: not a number.'),
  one('Asin', 'Arc sine, in radians.', 'Outside −1 to 1: not a number.'),
  one('Atan', 'Arc tangent, in radians.'),
  define('static', 'math', 'Math', 'Atan2', [y, x], 'Double', 'Angle of the point (x, y), in radians.'),
  define(
    'static',
    'math',
    'Math',
    'BigMul',
    [parameter('a', 'Int32'), parameter('b', 'Int32')],
    'Double',
    'The full product of two whole numbers.',
  ),
  one('Ceiling', 'The smallest whole number not below it.'),
  one('Cos', 'Cosine of radians.'),
  one('Cosh', 'Hyperbolic cosine.'),
  one('Exp', 'e to the power.'),
  one('Floor', 'The largest whole number not above it.'),
  two('IEEERemainder', 'What remains after dividing by the nearest whole multiple.', 'Division by zero: not a number.'),
  define(
    'static',
    'math',
    'Math',
    'Log',
    [x, optional(parameter('base', 'Double'))],
    'Double',
    'Logarithm, natural without a base.',
    {
      edge: 'Of 0: minus infinity; of a negative number: not a number.',
    },
  ),
  one('Log10', 'Logarithm to the base 10.', 'Of 0: minus infinity; of a negative number: not a number.'),
  two('Pow', 'x to the power y.'),
  define(
    'static',
    'math',
    'Math',
    'Round',
    [x, optional(parameter('digits', 'Int32'))],
    'Double',
    'Rounded to whole numbers or digits.',
    {
      edge: 'Halves go to the even neighbour; digits 0–15, else the statement does not fire.',
      usesRun: true,
    },
  ),
  define('static', 'math', 'Math', 'Round', [x, mode], 'Double', 'Rounded as the mode says about halves.', {
    variant: 'mode',
    usesRun: true,
  }),
  define(
    'static',
    'math',
    'Math',
    'Round',
    [x, parameter('digits', 'Int32'), mode],
    'Double',
    'Rounded as the mode says about halves.',
    { variant: 'digits and mode', edge: 'Digits 0–15, else the statement does not fire.', usesRun: true },
  ),
  define('constant', 'math', 'MidpointRounding', 'ToEven', [], 'MidpointRounding', 'Halves go to the even neighbour.'),
  define('constant', 'math', 'MidpointRounding', 'AwayFromZero', [], 'MidpointRounding', 'Halves go away from zero.'),
  define(
    'static',
    'math',
    'Math',
    'DivRem',
    [parameter('a', 'Int32'), parameter('b', 'Int32')],
    'Json',
    'Quotient and Remainder of two whole numbers.',
    {
      edge: 'Division by zero: the statement does not fire.',
      members: { Quotient: 'Int32', Remainder: 'Int32' },
      usesRun: true,
    },
  ),
  define('static', 'math', 'Math', 'Sign', [x], 'Int32', '−1, 0 or 1.'),
  one('Sin', 'Sine of radians.'),
  one('Sinh', 'Hyperbolic sine.'),
  one('Sqrt', 'Square root.', 'Of a negative number: not a number.'),
  one('Tan', 'Tangent of radians.'),
  one('Tanh', 'Hyperbolic tangent.'),
  one('Truncate', 'The whole part.'),
  define('constant', 'math', 'Math', 'PI', [], 'Double', '3.14159…'),
  define('constant', 'math', 'Math', 'E', [], 'Double', '2.71828…'),
  define(
    'free',
    'math',
    null,
    'RandomInt',
    [parameter('min', 'Int32'), parameter('max', 'Int32')],
    'Int32',
    'A random whole number from min up to, not including, max.',
    {
      edge: 'min not below max: the statement does not fire. A replay draws the same numbers.',
      usesRun: true,
    },
  ),
  define(
    'static',
    'math',
    'Math',
    'RandomInt',
    [parameter('min', 'Int32'), parameter('max', 'Int32')],
    'Int32',
    'Old spelling of RandomInt.',
    {
      edge: 'As RandomInt.',
      usesRun: true,
    },
  ),
];
