import type { Offer, OfferedCommand, OfferedOption } from './offers.ts';

/**
 * The completion script for PowerShell, including Windows PowerShell 5. If the script offers nothing, PowerShell completes files by itself.
 */
export const powershell = (commands: readonly OfferedCommand[]): string =>
  `# Completion of ocml for PowerShell: ocml completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName ocml -ScriptBlock {
  param($typed, $line, $cursor)
  $commands = ${hashtable(
    commands.map(({ name, about }) => [name, quoted(about)]),
    1,
  )}
  $operands = ${hashtable(
    commands.map(({ name, operand }) => [name, offered(operand)]),
    1,
  )}
  $options = ${hashtable(
    commands.map(({ name, options }) => [name, hashtable(options.flatMap(entriesOf), 2)]),
    1,
  )}
  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  if ($before.Count -le 1 -or ($before.Count -eq 2 -and $before[1] -eq 'help')) {
    $all = @($commands.Keys) + @(if ($before.Count -le 1) { 'help', '--help', '--version' })
    $all | Where-Object { $_.StartsWith($typed) } | ForEach-Object {
      $about = if ($commands.Contains($_)) { $commands[$_] } else { $_ }
      [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $about)
    }
    return
  }
  $command = $before[1]
  if (-not $options.Contains($command)) { return }
  $start = ''
  $offer = $operands[$command]
  if ($typed -match '^(--[\\w-]+)=(.*)$' -and $options[$command].Contains($Matches[1])) {
    $start = $Matches[1] + '='
    $typed = $Matches[2]
    $offer = $options[$command][$Matches[1]]
  } elseif ($options[$command].Contains($before[-1]) -and $options[$command][$before[-1]].value) {
    $offer = $options[$command][$before[-1]]
  } elseif ($typed.StartsWith('-')) {
    $options[$command].GetEnumerator() | Where-Object { $_.Key.StartsWith($typed) } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_.Key, $_.Key, 'ParameterName', $_.Value.about)
    }
    return
  }
  $words = @($offer.words)
  if ($offer.asks) { $words += @(& ocml $offer.asks.Split(' ') 2>$null) }
  $words | Where-Object { $_ -and $_.StartsWith($typed) } | Select-Object -Unique | ForEach-Object {
    # What a folder names is a stranger's.
    $text = if ($_ -match '^[\\w./:=,+-]+$') { $_ } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($_) + "'" }
    [System.Management.Automation.CompletionResult]::new($start + $text, $_, 'ParameterValue', $_)
  }
}
`;

/** Returns a text as a quoted string. Typographic quotes in it are doubled, too, since PowerShell treats them like plain ones. */
const quoted = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

type Entry = readonly [key: string, value: string];

/** Returns a hash table that keeps the order of its entries. */
function hashtable(entries: readonly Entry[], depth: number): string {
  const indent = '  '.repeat(depth);
  return `[ordered]@{\n${entries.map(([key, value]) => `${indent}  ${quoted(key)} = ${value}\n`).join('')}${indent}}`;
}

/** Returns the entries of an option: one for each of its names. */
function entriesOf({ name, short, about, value, ...offer }: OfferedOption): Entry[] {
  const takes = `value = ${value === undefined ? '$false' : '$true'}`;
  const entry = `@{ about = ${quoted(about)}; ${takes}; ${membersOf(offer)} }`;
  return [[`--${name}`, entry], ...(short ? [[`-${short}`, entry] as const] : [])];
}

const offered = (offer: Offer): string => `@{ ${membersOf(offer)} }`;

const membersOf = ({ words, asks }: Offer): string =>
  `words = @(${words.map(quoted).join(', ')}); asks = ${quoted(asks ?? '')}`;
