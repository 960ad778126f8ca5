" The commands of transcripts; in Neovim, also the language server, which comes with `npm install --global openchatml`.
if exists('g:loaded_ocml')
  finish
endif
let g:loaded_ocml = 1

" Shows what users see of the transcript, as it is saved, in a browser.
command! OcmlPreview call s:Preview()

function! s:Preview() abort
  let l:page = tempname() . '.html'
  let l:said = system('ocml render --as html --force -o ' . shellescape(l:page) . ' -- ' . shellescape(expand('%:p')))
  if v:shell_error
    echohl ErrorMsg | echomsg trim(l:said) | echohl None
    return
  endif
  let l:open = get(g:, 'ocml_browser', has('mac') ? 'open' : has('win32') ? 'start' : 'xdg-open')
  call system(l:open . ' ' . shellescape(l:page))
endfunction

if has('nvim')
  lua require('ocml').start()
endif
