/** What is wrong with the text of a board, in the words of the page. */

import { t } from '../language/messages';
import type { BoardFault, BoardFaultKind } from '../protocol';

/** One fault, with its line where one is to blame. */
export function faultText({ line, fault }: BoardFault): string {
  const said = faultWords(fault);
  return line === null ? said : t('boardFaults.atLine', { line, fault: said });
}

function faultWords(fault: BoardFaultKind): string {
  switch (fault.type) {
    case 'hex':
      return t('boardFaults.hex', { word: fault.word });
    case 'harbor':
      return t('boardFaults.harbor', { word: fault.word });
    case 'place':
      return t('boardFaults.place', { word: fault.word });
    case 'rows':
      return t('boardFaults.rows', { rows: fault.rows });
    case 'late_row':
      return t('boardFaults.lateRow');
    case 'second_robber':
      return t('boardFaults.secondRobber');
    case 'no_robber':
      return t('boardFaults.noRobber');
    case 'too_long':
      return t('boardFaults.tooLong');
    case 'missing_number':
      return t('boardFaults.missingNumber', { hex: fault.hex });
    case 'wrong_number':
      return t('boardFaults.wrongNumber', { hex: fault.hex });
    case 'inland_harbor':
      return t('boardFaults.inlandHarbor', { harbor: fault.harbor });
    case 'crowded_harbor':
      return t('boardFaults.crowdedHarbor', { harbor: fault.harbor });
  }
}
