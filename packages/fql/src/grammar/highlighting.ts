import { styleTags, tags } from '@lezer/highlight';
import type { LRParser } from '@lezer/lr';
import { parser } from './parser.js';

/** The parser with highlighting tags on its nodes, for the editor and for coloured listings. */
export const highlightedParser: LRParser = parser.configure({
  props: [
    styleTags({
      'LET OBSERVE RETURN WHEN ROUTETO QUEUE SELECT AS FROM GROUPBY DO': tags.keyword,
      'AND OR NOT': tags.logicOperator,
      'TRUE FALSE': tags.bool,
      NULL: tags.null,
      'Integer Decimal TimeSpan': tags.number,
      'String UnterminatedString': tags.string,
      'Attribute JsonAttribute UnterminatedAttribute': tags.propertyName,
      Variable: tags.variableName,
      'Call/Identifier Call/Member/Identifier': tags.function(tags.variableName),
      'Member/Identifier': tags.propertyName,
      'Property/Identifier NamedArgument/Identifier': tags.attributeName,
      Identifier: tags.name,
      'LogicOp CompareOp ArithOp FlagOp CastPrefix': tags.operator,
      'WrongOp InWord LikeWord BetweenWord IsWord': tags.invalid,
      'LineComment BlockComment UnterminatedComment WrongComment': tags.comment,
      '( )': tags.paren,
      '[ ]': tags.squareBracket,
      '{ }': tags.brace,
      '. , : ;': tags.separator,
    }),
  ],
});
