" A transcript in Vim and Neovim: long lines are wrapped between words, and nothing is ever broken or filled in.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal wrap linebreak textwidth=0 formatoptions-=t
let b:undo_ftplugin = 'setlocal wrap< linebreak< textwidth< formatoptions<'
