// The files of engine/data, taken into the program as they are. One pair of labels a file.

#if defined(_WIN32)
    .section .rdata, "dr"
#else
    .section .rodata
#endif

    .balign 64
    .globl meerslag_bitbases_begin
    .globl meerslag_bitbases_end
meerslag_bitbases_begin:
    .incbin "bitbases-4.meerslag"
meerslag_bitbases_end:
    .byte 0

    .balign 64
    .globl meerslag_weights_begin
    .globl meerslag_weights_end
meerslag_weights_begin:
    .incbin "evaluation.weights"
meerslag_weights_end:
    .byte 0

    .globl meerslag_tactics_begin
    .globl meerslag_tactics_end
meerslag_tactics_begin:
    .incbin "tactics.tsv"
meerslag_tactics_end:
    .byte 0

#if defined(__linux__) && defined(__ELF__)
    .section .note.GNU-stack, "", %progbits
#endif
