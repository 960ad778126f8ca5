" Settings for transcripts: long lines are wrapped on the screen, between words, but no line break is ever inserted.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal wrap linebreak textwidth=0 formatoptions-=t
let b:undo_ftplugin = 'setlocal wrap< linebreak< textwidth< formatoptions<'
